import { batch, signal } from "@preact/signals-react";
import type { ContactAnswer } from "#people/contacts/contract.ts";
import { isAborted } from "#web/lib/api/api-error.ts";
import { SEARCH_DELAY_MS } from "#web/lib/lists/paged-list.ts";

/** Number of typed characters from which a dialog searches contacts (docs/rules/forms.md#pages). */
const FEWEST_LETTERS = 3;

/** Searches contacts while a user types in a dialog. */
export function createContactSearch(
  find: (text: string, signal: AbortSignal) => Promise<readonly ContactAnswer[]>,
) {
  const text = signal("");
  const found = signal<readonly ContactAnswer[]>([]);
  const state = signal<"short" | "searching" | "done">("short");
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request: AbortController | null = null;

  async function ask(wanted: string): Promise<void> {
    const mine = new AbortController();
    request = mine;
    let answer: readonly ContactAnswer[] = [];
    try {
      answer = await find(wanted, mine.signal);
    } catch (error) {
      // An error is shown like an empty result: further typing searches again.
      if (isAborted(error)) return;
    }
    if (request !== mine) return;
    batch(() => {
      found.value = answer;
      state.value = "done";
    });
  }

  function stop(): void {
    clearTimeout(timer);
    request?.abort();
    request = null;
  }

  return {
    text,
    found,
    state,
    stop,
    type(next: string): void {
      if (next === text.peek()) return;
      stop();
      const wanted = next.trim();
      batch(() => {
        text.value = next;
        state.value = wanted.length < FEWEST_LETTERS ? "short" : "searching";
        if (wanted.length < FEWEST_LETTERS) found.value = [];
      });
      if (wanted.length >= FEWEST_LETTERS) timer = setTimeout(() => void ask(wanted), SEARCH_DELAY_MS);
    },
    /** Shows a contact as chosen, without a search for its name. */
    show(name: string): void {
      stop();
      text.value = name;
    },
  };
}
