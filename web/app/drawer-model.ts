import { signal } from "@preact/signals-react";
import { storage } from "#web/lib/storage.ts";

/** Wide screens: open at 240 px unless the person closed it to 64 px last time. */
export const drawerIsOpen = signal(storage.get("drawer") !== "closed");
/** Phones: over the page, closed until asked for. */
export const phoneDrawer = signal(false);

export function toggleDrawer(): void {
  drawerIsOpen.value = !drawerIsOpen.peek();
  storage.set("drawer", drawerIsOpen.peek() ? "open" : "closed");
}
