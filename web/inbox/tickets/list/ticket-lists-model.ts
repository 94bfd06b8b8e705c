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

/** What the lists need from outside. */
export interface TicketListsParts {
  readonly tickets: Collection<TicketAnswer>;
  readonly fetchPage: (
    query: Readonly<Record<string, string>>,
    pageNumber: number,
    signal: AbortSignal,
  ) => Promise<Page<TicketAnswer>>;
  readonly currentUser: () => Person;
  /** The order that this person chose for a list. */
  readonly sortOf: (view: ListView) => TicketSort;
}

/** Lists cached, so that switching back needs no spinner. */
const KEPT_LISTS = 8;

interface Entry {
  readonly filter: ListFilter;
  /** The order of the server's answer. */
  readonly compare: (a: TicketAnswer, b: TicketAnswer) => number;
  readonly list: PagedList<TicketAnswer>;
  /** Changes that came while the first page was on its way: the answer may be older than they are. */
  readonly late: TicketAnswer[];
  loading: number;
}

/** The lists of the left column: one per filter, all over the same tickets, updated by events. */
export function createTicketLists({ tickets, fetchPage, currentUser, sortOf }: TicketListsParts) {
  const lists = new Map<string, Entry>();
  const filter = signal<ListFilter | null>(null);
  const shownKey = signal("");
  const version = signal(0);
  /** Id of the newest message seen per ticket, so that an ack finds the line it belongs to. */
  const lastMessageIds = new Map<number, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const current: ReadonlySignal<PagedList<TicketAnswer> | null> = computed(() => {
    version.value;
    return lists.get(shownKey.value)?.list ?? null;
  });

  /** A list in another order is another list. */
  const keyOf = (wanted: ListFilter) => `${sortOf(wanted.view)} ${writeFilter(wanted)}`;

  function entryFor(wanted: ListFilter): Entry {
    const key = keyOf(wanted);
    const known = lists.get(key);
    lists.delete(key);
    const sort = sortOf(wanted.view);
    const query = sort === "recent" ? listQuery(wanted) : { ...listQuery(wanted), sort };
    const compare = compareBy(sort);
    const entry = known ?? {
      filter: wanted,
      compare,
      late: [],
      loading: 0,
      list: new PagedList<TicketAnswer>({
        collection: tickets,
        compare,
        fetchPage: ({ pageNumber, signal }) => fetchPage(query, pageNumber, signal),
      }),
    };
    lists.set(key, entry);
    for (const [old, { list }] of lists) {
      if (lists.size <= KEPT_LISTS) break;
      list.reset();
      lists.delete(old);
    }
    version.value += 1;
    return entry;
  }

  function open(wanted: ListFilter): void {
    clearTimeout(timer);
    if (isBlankSearch(wanted) && wanted.view === "search") {
      shownKey.value = "";
      return;
    }
    batch(() => {
      const entry = entryFor(wanted);
      shownKey.value = keyOf(wanted);
      void load(entry, entry.list.open());
    });
  }

  async function load(entry: Entry, loaded: Promise<void>): Promise<void> {
    entry.loading += 1;
    await loaded;
    entry.loading -= 1;
    for (const ticket of entry.late.splice(0)) placeIn(entry, tickets.peek(ticket.id) ?? ticket);
  }

  function place(ticket: TicketAnswer): void {
    if (!tickets.upsert(ticket)) return;
    for (const entry of lists.values()) {
      if (entry.loading > 0) entry.late.push(ticket);
      placeIn(entry, ticket);
    }
  }

  function placeIn({ filter: of, list, compare }: Entry, ticket: TicketAnswer): void {
    if (list.state.peek() !== "ready") return;
    const where = listMembership(ticket, of, currentUser());
    if (where === "out") list.drop(ticket.id);
    else if (list.has(ticket.id) || (where === "in" && isInside(ticket, list, compare))) list.place(ticket);
  }

  /** Rows after the last loaded one come with the next page. */
  function isInside(ticket: TicketAnswer, list: PagedList<TicketAnswer>, compare: Entry["compare"]): boolean {
    const lastId = list.ids.peek().at(-1);
    const last = lastId === undefined ? undefined : tickets.peek(lastId);
    return !list.hasMore.peek() || last === undefined || compare(ticket, last) < 0;
  }

  /** True when a message is the one its ticket's row shows. */
  function isLast(message: MessageAnswer): boolean {
    const known = lastMessageIds.get(message.ticketId);
    if (known !== undefined) return known === message.id;
    const ticket = tickets.peek(message.ticketId);
    // Not seen coming: the row was moved by it, unless something happened since.
    return ticket?.lastMessageFromMe === message.fromMe && message.createdAt >= ticket.updatedAt;
  }

  function refresh(): void {
    for (const [key, { list }] of lists) if (key !== shownKey.peek()) list.reset();
    const shown = lists.get(shownKey.peek());
    if (shown) void load(shown, shown.list.reload());
  }

  function remove(ticketId: number): void {
    batch(() => {
      for (const { list } of lists.values()) list.drop(ticketId);
      tickets.remove(ticketId);
    });
  }

  return {
    /** As chosen or typed; the list on screen follows. */
    filter: filter as ReadonlySignal<ListFilter | null>,
    /** The list on screen; null while a search is blank. */
    current,

    /** Shows the list of a filter: at once, or 500 ms after the last change of a search. */
    show(next: ListFilter): void {
      const before = filter.peek();
      if (before && writeFilter(before) === writeFilter(next)) return;
      filter.value = next;
      clearTimeout(timer);
      const typed = before?.view === "search" && next.view === "search";
      if (typed) timer = setTimeout(() => open(next), SEARCH_DELAY_MS);
      else open(next);
    },

    /** Another order was chosen for the list on screen. */
    resort(): void {
      const now = filter.peek();
      if (now) open(now);
    },

    /** Events of the channel `ticket`. */
    applyTicket(event: EventData): void {
      if (event.action === "update" || event.action === "create") place(event["ticket"] as TicketAnswer);
      else if (event.action === "delete") remove(Number(event["ticketId"]));
      else if (event.action === "updateUnread")
        tickets.patch(Number(event["ticketId"]), { unreadMessages: 0 });
      else refresh();
    },

    /** Events of the channel `appMessage`: a new message moves its ticket up, an ack changes its marks. */
    applyMessage(event: EventData): void {
      const message = event["message"] as MessageAnswer;
      const ticket = event["ticket"] as TicketAnswer | undefined;
      if (event.action === "create" && ticket) {
        if (!message.isDeleted) lastMessageIds.set(ticket.id, message.id);
        place(ticket);
      } else if (event.action === "update" && isLast(message))
        tickets.patch(message.ticketId, { lastMessageAck: message.fromMe ? message.ack : null });
    },

    /** Puts a ticket answered by a call (accept, close …) where it belongs now. */
    place,
    remove,

    /** Another user signs in. */
    forget(): void {
      clearTimeout(timer);
      for (const { list } of lists.values()) list.reset();
      lists.clear();
      batch(() => {
        filter.value = null;
        shownKey.value = "";
      });
    },

    /** Reads the list on screen again and forgets the others: what was missed is unknown. */
    refresh,
  };
}
