import { useSyncExternalStore } from "react";

/** Window width below which the page uses the phone layout, pixels (docs/rules/forms.md#pages). */
const NARROW = "(width < 600px)";

function watch(changed: () => void): () => void {
  const query = globalThis.matchMedia(NARROW);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/** True while the window is as narrow as a phone; updated on resize. */
export function useNarrow(): boolean {
  return useSyncExternalStore(watch, () => globalThis.matchMedia(NARROW).matches);
}

/** Characters of a name shown on narrow screens (docs/rules/forms.md#pages). */
const SHORT_NAME = 10;

/** A name as narrow screens show it: at most 10 characters, then an ellipsis. */
export function shortName(name: string, isNarrow: boolean): string {
  const letters = [...name];
  return isNarrow && letters.length > SHORT_NAME
    ? `${letters.slice(0, SHORT_NAME).join("").trimEnd()}…`
    : name;
}
