import { effect, type ReadonlySignal } from "@preact/signals-react";
import type { ListState } from "#web/lib/lists/paged-list.ts";

/** Time in which the rows of a loaded list are drawn, ms. */
const ROWS_MS = 250;
/** A page without a list does not wait longer, ms. */
const NO_LIST_MS = 2000;

/**
 * Calls `work` when the list on screen has loaded and its rows are drawn. A page that has just been opened reads everything again
 * when its socket is ready, and the first rows do not wait for that.
 */
export function afterList(
  current: ReadonlySignal<{ readonly state: ReadonlySignal<ListState> } | null>,
  work: () => void,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = effect(() => {
    const state = current.value?.state.value;
    const isLoaded = state === "ready" || state === "error";
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        end();
        work();
      },
      isLoaded ? ROWS_MS : NO_LIST_MS,
    );
  });
}
