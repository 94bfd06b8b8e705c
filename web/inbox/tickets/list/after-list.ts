import { effect, type ReadonlySignal } from "@preact/signals-react";
import type { ListState } from "#web/lib/lists/paged-list.ts";

/** Time in which the rows of a loaded list are drawn, ms. */
const ROWS_MS = 100;

/**
 * Calls `work` when the list on screen is not loading and its rows are drawn. A page that has just been opened reads everything
 * again when its socket is ready, and the first rows do not wait for that.
 */
export function afterList(
  current: ReadonlySignal<{ readonly state: ReadonlySignal<ListState> } | null>,
  work: () => void,
): void {
  const isLoading = () => current.value?.state.value === "loading";
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = effect(() => {
    if (isLoading() || timer !== undefined) return;
    timer = setTimeout(() => {
      end();
      work();
    }, ROWS_MS);
  });
}
