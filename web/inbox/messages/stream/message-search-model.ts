import { batch, signal } from "@preact/signals-react";
import { isAborted } from "#web/lib/api/api-error.ts";
import { SEARCH_DELAY_MS } from "#web/lib/lists/paged-list.ts";

/** The result of a search: its hits, newest first. */
export interface Found<Hit> {
  readonly hits: readonly Hit[];
  readonly hasMore: boolean;
}

/** Fewest letters of a text search (docs/rules/general.md#search). */
const FEWEST_LETTERS = 2;

/** Searches messages for a text, half a second after the last key. */
export function createMessageSearch<Hit>(find: (text: string, signal: AbortSignal) => Promise<Found<Hit>>) {
  const text = signal("");
  const hits = signal<readonly Hit[]>([]);
  const hasMore = signal(false);
  const state = signal<"idle" | "searching" | "done" | "error">("idle");
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request: AbortController | null = null;

  function stop(): void {
    clearTimeout(timer);
    request?.abort();
    request = null;
  }

  async function ask(wanted: string): Promise<void> {
    const mine = new AbortController();
    request = mine;
    try {
      const answer = await find(wanted, mine.signal);
      if (request !== mine) return;
      batch(() => {
        hits.value = answer.hits;
        hasMore.value = answer.hasMore;
        state.value = "done";
      });
    } catch (error) {
      if (request === mine && !isAborted(error)) state.value = "error";
    }
  }

  return {
    text,
    hits,
    hasMore,
    state,
    stop,
    type(next: string): void {
      stop();
      const wanted = next.trim();
      batch(() => {
        text.value = next;
        if (wanted.length < FEWEST_LETTERS) {
          hits.value = [];
          state.value = "idle";
        } else state.value = "searching";
      });
      if (wanted.length >= FEWEST_LETTERS) timer = setTimeout(() => void ask(wanted), SEARCH_DELAY_MS);
    },
  };
}
