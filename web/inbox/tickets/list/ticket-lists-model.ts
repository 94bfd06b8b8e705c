import { batch, computed, type ReadonlySignal, signal } from "@preact/signals-react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { compareBy, type TicketSort } from "#inbox/tickets/lists/contract.ts";
import type { Person } from "#inbox/tickets/policy.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import type { Collection } from "#web/lib/lists/collection.ts";
import { type Page, PagedList, SEARCH_DELAY_MS } from "#web/lib/lists/paged-list.ts";
import { isBlankSearch, type ListFilter, type ListView, listQuery, writeFilter } from "./list-filter.ts";
import { listMembership } from "./list-membership.ts";

export interface TicketListsParts {
  readonly tickets: Collection<TicketAnswer>;
  readonly fetchPage: (
    query: Readonly<Record<string, string>>,
    pageNumber: number,
    signal: AbortSignal,
  ) => Promise<Page<TicketAnswer>>;
  readonly currentUser: () => Person;
  /** The order that the user chose for a list. */
  readonly sortOf: (view: ListView) => TicketSort;
}

/** Number of cached lists; a cached list is shown without a loading state. */
const MAX_CACHED = 8;

/** More rows than a screen has. */
const FILLED = 20;

interface Entry {
  readonly filter: ListFilter;
  /** The order in which the server returns the list. */
  readonly compare: (a: TicketAnswer, b: TicketAnswer) => number;
  readonly list: PagedList<TicketAnswer>;
  /** Changes received while a page is loading: its response may be older than they are. */
  readonly late: TicketAnswer[];
  loading: number;
}

/** The lists of the left column: one per filter, all over the same tickets, updated by events. */
export class TicketLists {
  readonly #parts: TicketListsParts;
  readonly #lists = new Map<string, Entry>();
  readonly #filter = signal<ListFilter | null>(null);
  readonly #shownKey = signal("");
  readonly #version = signal(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The filter as chosen or typed; the list on screen may be updated later. */
  readonly filter: ReadonlySignal<ListFilter | null> = this.#filter;
  /** The list on screen; null while a search is blank. */
  readonly current: ReadonlySignal<PagedList<TicketAnswer> | null> = computed(() => {
    this.#version.value;
    return this.#lists.get(this.#shownKey.value)?.list ?? null;
  });

  constructor(parts: TicketListsParts) {
    this.#parts = parts;
  }

  /** Shows the list of a filter: immediately, or 500 ms after the last change of a search. */
  show(next: ListFilter): void {
    const before = this.#filter.peek();
    if (before && writeFilter(before) === writeFilter(next)) return;
    this.#filter.value = next;
    clearTimeout(this.#timer);
    const isTyping = before?.view === "search" && next.view === "search";
    if (isTyping) this.#timer = setTimeout(() => this.#open(next), SEARCH_DELAY_MS);
    else this.#open(next);
  }

  /** Call after another order was chosen for the list on screen. */
  resort(): void {
    const now = this.#filter.peek();
    if (now) this.#open(now);
  }

  /** Events of the channel `ticket`. */
  applyTicket(event: EventData): void {
    if (event.action === "update" || event.action === "create") this.place(event["ticket"] as TicketAnswer);
    else if (event.action === "delete") this.remove(Number(event["ticketId"]));
    else if (event.action === "updateUnread")
      this.#parts.tickets.patch(Number(event["ticketId"]), { unreadMessages: 0 });
    else this.refresh();
  }

  /** Events of the channel `appMessage`: a new message moves its ticket up, an ack changes the check marks of its row. */
  applyMessage(event: EventData): void {
    const message = event["message"] as MessageAnswer;
    const ticket = event["ticket"] as TicketAnswer | undefined;
    if (event.action === "create" && ticket) this.place(ticket);
    else if (
      event.action === "update" &&
      this.#parts.tickets.peek(message.ticketId)?.lastMessageId === message.id
    )
      this.#parts.tickets.patch(message.ticketId, { lastMessageAck: message.ack });
  }

  /** Moves a changed ticket to the lists that it belongs to now. */
  place(ticket: TicketAnswer): void {
    if (!this.#parts.tickets.upsert(ticket)) return;
    for (const entry of this.#lists.values()) {
      if (entry.loading > 0) entry.late.push(ticket);
      this.#placeIn(entry, ticket);
    }
  }

  remove(ticketId: number): void {
    batch(() => {
      for (const { list } of this.#lists.values()) list.drop(ticketId);
      this.#parts.tickets.remove(ticketId);
    });
  }

  /** Call when another user signs in: removes the lists of the previous user. */
  forget(): void {
    clearTimeout(this.#timer);
    for (const { list } of this.#lists.values()) list.reset();
    this.#lists.clear();
    batch(() => {
      this.#filter.value = null;
      this.#shownKey.value = "";
    });
  }

  /** Events may have been missed: reads the list on screen again and drops the others. */
  refresh(): void {
    const shownKey = this.#shownKey.peek();
    for (const [key, { list }] of this.#lists) if (key !== shownKey) list.reset();
    const shown = this.#lists.get(shownKey);
    if (shown) void this.#load(shown, shown.list.refresh());
  }

  #open(wanted: ListFilter): void {
    clearTimeout(this.#timer);
    if (isBlankSearch(wanted) && wanted.view === "search") {
      this.#shownKey.value = "";
      return;
    }
    batch(() => {
      const entry = this.#entryFor(wanted);
      this.#shownKey.value = this.#keyOf(wanted);
      void this.#load(entry, entry.list.open());
    });
  }

  #sortOf({ view, viewSort }: ListFilter): TicketSort {
    return view === "custom" ? viewSort : this.#parts.sortOf(view);
  }

  /** Cache key of a list: the same filter in another order is another list. */
  #keyOf(wanted: ListFilter): string {
    return `${this.#sortOf(wanted)} ${writeFilter(wanted)}`;
  }

  #entryFor(wanted: ListFilter): Entry {
    const key = this.#keyOf(wanted);
    const entry = this.#lists.get(key) ?? this.#newEntry(wanted);
    // The map is in the order of use: the lists used least recently are dropped.
    this.#lists.delete(key);
    this.#lists.set(key, entry);
    for (const [old, { list }] of this.#lists) {
      if (this.#lists.size <= MAX_CACHED) break;
      list.reset();
      this.#lists.delete(old);
    }
    this.#version.value += 1;
    return entry;
  }

  #newEntry(wanted: ListFilter): Entry {
    const { tickets, fetchPage } = this.#parts;
    const sort = this.#sortOf(wanted);
    const query = sort === "recent" ? listQuery(wanted) : { ...listQuery(wanted), sort };
    const compare = compareBy(sort);
    return {
      filter: wanted,
      compare,
      late: [],
      loading: 0,
      list: new PagedList<TicketAnswer>({
        collection: tickets,
        compare,
        fillTo: FILLED,
        fetchPage: ({ pageNumber, signal }) => fetchPage(query, pageNumber, signal),
      }),
    };
  }

  async #load(entry: Entry, loaded: Promise<void>): Promise<void> {
    entry.loading += 1;
    await loaded;
    entry.loading -= 1;
    for (const ticket of entry.late.splice(0))
      this.#placeIn(entry, this.#parts.tickets.peek(ticket.id) ?? ticket);
  }

  #placeIn({ filter, list, compare }: Entry, ticket: TicketAnswer): void {
    if (list.state.peek() !== "ready") return;
    const where = listMembership(ticket, filter, this.#parts.currentUser());
    if (where === "out") list.drop(ticket.id);
    else if (list.has(ticket.id) || (where === "in" && this.#isInside(ticket, list, compare)))
      list.place(ticket);
  }

  /** A ticket sorted after the last loaded row is not inserted: it comes with the next page. */
  #isInside(ticket: TicketAnswer, list: PagedList<TicketAnswer>, compare: Entry["compare"]): boolean {
    const lastId = list.ids.peek().at(-1);
    const last = lastId === undefined ? undefined : this.#parts.tickets.peek(lastId);
    return !list.hasMore.peek() || last === undefined || compare(ticket, last) < 0;
  }
}
