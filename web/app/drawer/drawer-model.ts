import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useSyncExternalStore } from "react";
import { isMenuOpen, type MenuChoice, readMenuChoice, WIDE_WINDOW } from "#web/lib/page/menu-width.ts";
import { storage } from "#web/lib/storage/storage.ts";

const choice = signal<MenuChoice>(readMenuChoice(storage.get("drawer")));
/** On phones the drawer covers the page and is closed at first. */
export const phoneDrawer = signal(false);

/** Opens the menu to 240 px or folds it to 64 px of icons, on every page; the choice is stored. */
export function chooseMenu(next: "open" | "closed"): void {
  choice.value = next;
  storage.set("drawer", next);
}

function watchRoomy(changed: () => void): () => void {
  const query = globalThis.matchMedia(WIDE_WINDOW);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}
const isRoomy = () => globalThis.matchMedia(WIDE_WINDOW).matches;

/** Whether the menu of wide screens is open on the page at `path`. */
export function useMenuOpen(path: string): boolean {
  useSignals();
  const roomy = useSyncExternalStore(watchRoomy, isRoomy);
  return isMenuOpen(choice.value, path, roomy);
}
