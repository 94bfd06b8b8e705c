import { useSyncExternalStore } from "react";

/** Below 600 px the page is a phone (docs/rules/forms.md#pages). */
const NARROW = "(width < 600px)";

function watch(changed: () => void): () => void {
  const query = globalThis.matchMedia(NARROW);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/** True while the page is as narrow as a phone; follows the window. */
export function useNarrow(): boolean {
  return useSyncExternalStore(watch, () => globalThis.matchMedia(NARROW).matches);
}

/** Characters of a name shown on narrow screens (docs/rules/forms.md#pages). */
const SHORT_NAME = 10;

/** A name as narrow screens show it: 10 characters and an ellipsis. */
export function shortName(name: string, isNarrow: boolean): string {
  const letters = [...name];
  return isNarrow && letters.length > SHORT_NAME
    ? `${letters.slice(0, SHORT_NAME).join("").trimEnd()}…`
    : name;
}
