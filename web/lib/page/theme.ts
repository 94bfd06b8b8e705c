import { type ReadonlySignal, signal } from "@preact/signals-react";
import { storage } from "#web/lib/storage/storage.ts";

export type Theme = "light" | "dark";

function firstTheme(): Theme {
  const stored = storage.get("theme");
  if (stored === "light" || stored === "dark") return stored;
  return globalThis.matchMedia?.("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

const chosen = signal<Theme>(firstTheme());
/** Light or dark; the system's preference until the user chooses. */
export const theme: ReadonlySignal<Theme> = chosen;

/** Applies the theme; called once before the first paint. */
export function applyTheme(): void {
  document.documentElement.dataset["theme"] = chosen.peek();
}

/** Switches the theme and stores it (`light` or `dark`). */
export function toggleTheme(): void {
  chosen.value = chosen.peek() === "dark" ? "light" : "dark";
  storage.set("theme", chosen.peek());
  applyTheme();
}
