import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { compareBy } from "#inbox/tickets/lists/contract.ts";
import type { TagAnswer } from "#people/tags/contract.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import { followNames } from "#web/inbox/tickets/follow-names.ts";
import { updateTags } from "#web/inbox/tickets/update-tags.ts";
import type { Api } from "#web/lib/api/api.ts";
import { Collection } from "#web/lib/lists/collection.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";
import { joinAllTickets } from "#web/lib/socket/ticket-rooms.ts";
import { type BoardFilter, NO_FILTER, shows } from "./board-filter.ts";

/** Id of the lane 'Em aberto': tickets without a tag of the board. */
export const OPEN_LANE = 0;
/** Maximum number of cards the server returns (docs/rules/tickets.md#board). */
const MOST_CARDS = 500;

/** A lane with its cards in the chosen order. */
export interface Lane {
  readonly id: number;
  /** Null = 'Em aberto'. */
  readonly tag: TagAnswer | null;
  readonly ticketIds: readonly number[];
}
export interface Moved {
  readonly ticketId: number;
  readonly from: number;
  readonly to: number;
}

/** A move that the server has not confirmed yet. */
interface Pending {
  readonly lane: number;
  readonly number: number;
}

/** The board: tickets in their lanes. A move shows at once; events of the server keep the board up to date. */
export class Board {
  readonly #api: Pick<Api, "get" | "put">;
  readonly #sees: (ticket: TicketAnswer) => boolean;
  readonly #lanes = new Collection<TagAnswer>({ record: "record", id: "id" });
  readonly #state = signal<"loading" | "ready" | "error">("loading");
  readonly #error = signal<unknown>(null);
  readonly #pending = signal<ReadonlyMap<number, Pending>>(new Map());
  /** Number of events per ticket: a response is ignored if an event arrived after its request was sent. */
  readonly #heard = new Map<number, number>();
  /**
   * The last request per card: the next move of the card is sent after it, so that the server receives them in order.
   */
  readonly #moves = new Map<number, Promise<unknown>>();
  #request: AbortController | null = null;
  #numbers = 0;

  readonly tickets = new Collection<TicketAnswer>({ record: "ticket", id: "ticketId" });
  readonly filter = signal<BoardFilter>(NO_FILTER);
  readonly state: ReadonlySignal<"loading" | "ready" | "error"> = this.#state;
  readonly error: ReadonlySignal<unknown> = this.#error;
  /** 'Em aberto', then the lanes in the order of their creation. */
  readonly lanes: ReadonlySignal<readonly Lane[]>;
  /** True when the server may have more tickets than it returned. */
  readonly isFull: ReadonlySignal<boolean> = computed(() => this.tickets.all.value.length >= MOST_CARDS);

  /** `sees`: whether the user sees a ticket by right; participants have no cards (docs/rules/participants.md#lists). */
  constructor(api: Pick<Api, "get" | "put">, sees: (ticket: TicketAnswer) => boolean = () => true) {
    this.#api = api;
    this.#sees = sees;
    this.lanes = computed(() => this.#sorted());
  }

  /** Loads the board and subscribes to its events. */
  open(socket: LiveSocket): () => void {
    const leave = joinAllTickets(socket);
    void this.reload();
    const stops = [
      leave,
      socket.on("ticket", (event) => this.#ticketChanged(event)),
      socket.on("appMessage", (event) => this.#written(event)),
      socket.on("tag", (event) => this.#laneChanged(event)),
      ...followNames(socket, this.tickets, {
        place: (ticket) => void this.tickets.upsert(ticket),
        refresh: () => void this.reload(),
      }),
      socket.onResync(() => void this.reload()),
    ];
    return () => {
      for (const stop of stops) stop();
      this.#request?.abort();
    };
  }

  /** Loads lanes and cards; the present ones stay on screen until the response arrives. */
  async reload(): Promise<void> {
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    const { signal: abort } = request;
    const queues = this.filter.peek().queues.map((id) => (id === 0 ? null : id));
    const query = {
      ...(queues.length > 0 && { queueIds: JSON.stringify(queues) }),
      ...(this.filter.peek().asleep && { asleep: "true" }),
    };
    try {
      const both = Promise.all([
        this.#api.get<{ lista: readonly TagAnswer[] }>("/tags/kanban", { signal: abort }),
        this.#api.get<{ tickets: readonly TicketAnswer[] }>("/ticket/kanban", { query, signal: abort }),
      ]);
      await Promise.all([
        this.#lanes.replaceBy(async () => (await both)[0].lista),
        this.tickets.replaceBy(async () => (await both)[1].tickets),
      ]);
      if (this.#request === request) this.#state.value = "ready";
    } catch (error) {
      if (abort.aborted) return;
      this.#error.value = error;
      if (this.#state.peek() !== "ready") this.#state.value = "error";
    }
  }

  /** Changes the filter; queues and sleep are filtered by the server, because it limits the number of tickets. */
  setFilter(filter: BoardFilter): void {
    const before = this.filter.peek();
    const isOther = filter.queues.join() !== before.queues.join() || filter.asleep !== before.asleep;
    this.filter.value = filter;
    if (isOther) void this.reload();
  }

  /** The lane in which the board shows a card; includes moves that are not confirmed yet. */
  laneOf(ticketId: number): number {
    const pending = this.#pending.value.get(ticketId);
    if (pending) return pending.lane;
    const carried = new Set(this.tickets.get(ticketId)?.tags.map(({ id }) => id));
    const found = this.#lanes.all.value.filter(({ id }) => carried.has(id)).map(({ id }) => id);
    return found.length > 0 ? Math.min(...found) : OPEN_LANE;
  }

  /**
   * Moves a card at once and sends the move to the server. Returns the move, or null if the card is in that lane
   * already. When the server rejects the move, the card returns and the error is thrown.
   */
  async move(ticketId: number, lane: number): Promise<Moved | null> {
    const from = this.laneOf(ticketId);
    if (from === lane || !this.tickets.peek(ticketId)) return null;
    this.#numbers += 1;
    const pending = { lane, number: this.#numbers };
    this.#pending.value = new Map(this.#pending.peek()).set(ticketId, pending);
    const earlier = this.#moves.get(ticketId) ?? Promise.resolve();
    const sent = earlier.catch(() => undefined).then(() => this.#send(ticketId, lane));
    this.#moves.set(ticketId, sent);
    try {
      await sent;
    } finally {
      if (this.#pending.peek().get(ticketId) === pending) {
        const rest = new Map(this.#pending.peek());
        rest.delete(ticketId);
        this.#pending.value = rest;
        this.#moves.delete(ticketId);
      }
    }
    return { ticketId, from, to: lane };
  }

  async #send(ticketId: number, lane: number): Promise<void> {
    const heard = this.#heard.get(ticketId) ?? 0;
    const answer = await this.#api.put<TicketAnswer>(`/tickets/${ticketId}/lane`, { tagId: lane || null });
    // An event arrived meanwhile: it reports this move or a later one by another user.
    if ((this.#heard.get(ticketId) ?? 0) === heard) this.tickets.upsert(answer);
  }

  #sorted(): readonly Lane[] {
    const tags = this.#lanes.all.value.toSorted((a, b) => a.id - b.id);
    const shown = this.tickets.all.value.filter((ticket) => shows(this.filter.value, ticket));
    const byLane = new Map<number, TicketAnswer[]>();
    for (const ticket of shown.toSorted(compareBy(this.filter.value.sort))) {
      const lane = this.laneOf(ticket.id);
      byLane.set(lane, [...(byLane.get(lane) ?? []), ticket]);
    }
    return [null, ...tags].map((tag) => {
      const id = tag?.id ?? OPEN_LANE;
      return { id, tag, ticketIds: (byLane.get(id) ?? []).map((ticket) => ticket.id) };
    });
  }

  #ticketChanged(event: EventData): void {
    if (event.action === "reload" || event.action === "delete-all") {
      void this.reload();
      return;
    }
    if (event.action === "updateUnread") {
      this.tickets.patch(Number(event["ticketId"]), { unreadMessages: 0 });
      return;
    }
    if (event.action === "delete") this.tickets.apply(event);
    else this.#take(event["ticket"] as TicketAnswer | undefined);
  }

  #written(event: EventData): void {
    const ticket = event["ticket"] as TicketAnswer | undefined;
    // Some users are only notified of a ticket: its own event decides whether they see it.
    if (event.action === "create" && ticket && this.tickets.peek(ticket.id)) this.#take(ticket);
  }

  #take(ticket: TicketAnswer | undefined): void {
    if (!ticket) return;
    this.#heard.set(ticket.id, (this.#heard.get(ticket.id) ?? 0) + 1);
    if (ticket.status === "closed" || !this.#sees(ticket)) this.tickets.remove(ticket.id);
    else this.tickets.upsert(ticket);
  }

  #laneChanged(event: EventData): void {
    updateTags(this.tickets, event);
    const tag = event["record"] as TagAnswer | undefined;
    if (tag && tag.kanban !== 1) this.#lanes.remove(tag.id);
    else this.#lanes.apply(event);
  }
}
