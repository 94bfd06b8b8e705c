import { signal } from "@preact/signals-react";
import { storage } from "#web/lib/storage/storage.ts";

const allowed = signal(storage.get("singleKeys") !== "off");

/**
 * Whether letters without Ctrl, Alt or ⌘ are shortcuts while there is no text box (WCAG 2.1.4). Stored on this device.
 * Command mode is independent of it.
 */
export const singleKeys = {
  get value(): boolean {
    return allowed.value;
  },
  peek: (): boolean => allowed.peek(),
  set(isAllowed: boolean): void {
    allowed.value = isAllowed;
    storage.set("singleKeys", isAllowed ? "on" : "off");
  },
};
