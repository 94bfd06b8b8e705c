import { batch, computed, type ReadonlySignal, signal } from "@preact/signals-react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { ContactRef } from "#people/contacts/contract.ts";
import type { Api } from "#web/lib/api/api.ts";
import { SEARCH_DELAY_MS } from "#web/lib/lists/paged-list.ts";

/** Minimum letters of a search for contacts and tickets; one letter would match about half of them. */
const FEWEST_LETTERS = 2;
/** Maximum rows of each kind: the palette finds items by name and is no list. */
const MOST_ROWS = 6;

/** Search results of the server for the typed text. */
export class PaletteSearch {
  readonly #api: Pick<Api, "get">;
  readonly #text = signal("");
  readonly #tickets = signal<readonly TicketAnswer[]>([]);
  readonly #contacts = signal<readonly ContactRef[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | null = null;

  readonly text: ReadonlySignal<string> = this.#text;
  readonly tickets: ReadonlySignal<readonly TicketAnswer[]> = this.#tickets;
  readonly contacts: ReadonlySignal<readonly ContactRef[]> = this.#contacts;
  readonly isTooShort: ReadonlySignal<boolean> = computed(
    () => this.#text.value.trim().length < FEWEST_LETTERS,
  );

  constructor(api: Pick<Api, "get">) {
    this.#api = api;
  }

  /** Searches half a second after the last letter; a text shorter than the minimum has no results. */
  type(text: string): void {
    this.#text.value = text;
    clearTimeout(this.#timer);
    this.#request?.abort();
    if (this.isTooShort.peek()) {
      this.#show([], []);
      return;
    }
    this.#timer = setTimeout(() => void this.#ask(text.trim()), SEARCH_DELAY_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
  }

  async #ask(searchParam: string): Promise<void> {
    const request = new AbortController();
    this.#request = request;
    const options = { query: { searchParam, pageNumber: 1 }, signal: request.signal };
    const [tickets, contacts] = await Promise.allSettled([
      this.#api.get<{ tickets: readonly TicketAnswer[] }>("/tickets", options),
      this.#api.get<{ contacts: readonly ContactRef[] }>("/contacts", options),
    ]);
    if (this.#request !== request || request.signal.aborted) return;
    this.#show(
      tickets.status === "fulfilled" ? tickets.value.tickets : [],
      contacts.status === "fulfilled" ? contacts.value.contacts : [],
    );
  }

  #show(tickets: readonly TicketAnswer[], contacts: readonly ContactRef[]): void {
    batch(() => {
      this.#tickets.value = tickets.slice(0, MOST_ROWS);
      this.#contacts.value = contacts.slice(0, MOST_ROWS);
    });
  }
}
