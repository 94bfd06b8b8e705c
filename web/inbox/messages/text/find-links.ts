import { signal } from "@preact/signals-react";

type Find = typeof import("linkifyjs").find;

/** Null until the library is loaded: with its list of top-level domains it is too large for the first page. */
const loaded = signal<Find | null>(null);
let loading: Promise<void> | null = null;

/** Loads the library that finds links; after a failure the next call tries again. */
export function loadLinkFinder(): Promise<void> {
  loading ??= import("linkifyjs").then(
    ({ find }) => {
      loaded.value = find;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/**
 * The links of a text. The first text that may contain one loads the library; until then there are none. Components
 * that read it with `useSignals` are rendered again when it is loaded.
 */
export function findLinks(text: string): ReturnType<Find> {
  if (!/\S[.:@]\S/.test(text)) return [];
  if (loaded.value) return loaded.value(text);
  // A text without links is still readable, so a failure is not shown.
  loadLinkFinder().catch(() => undefined);
  return [];
}
