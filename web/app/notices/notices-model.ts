import { computed, type ReadonlySignal } from "@preact/signals-react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import type { Api } from "#web/lib/api/api.ts";
import { Collection } from "#web/lib/lists/collection.ts";
import { NEAR_BOTTOM_PX } from "#web/lib/lists/paged-list.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";

/** The signed-in user, whose unread tickets the bell shows. */
interface Listener {
  readonly userId: number;
  /** User flag allTicket: pending tickets count too (docs/rules/users.md#roles). */
  readonly pendingToo: boolean;
}
export interface NoticesOptions {
  readonly api: Pick<Api, "get">;
  readonly socket: LiveSocket;
  readonly listener: () => Listener | null;
  /** Whether this ticket is visible on screen: its messages then play no sound. */
  readonly isOnScreen: (ticket: TicketAnswer) => boolean;
  /** Plays the sound and shows the desktop notification of one message. */
  readonly ring: (ticket: TicketAnswer, message: MessageAnswer) => void;
  readonly onCount: (unread: number) => void;
}

interface Answer {
  readonly tickets: readonly TicketAnswer[];
  readonly hasMore: boolean;
}

/** Tickets with unread messages, for the bell; read, deleted and reassigned ones are removed. */
export class Notices {
  readonly #options: NoticesOptions;
  readonly #tickets = new Collection<TicketAnswer>({ record: "ticket", id: "ticketId" });
  /** Number of the last loaded page; 0 while the first is loading. */
  #page = 0;
  #hasMore = false;
  #isReading = false;

  /** Newest first. */
  readonly tickets: ReadonlySignal<readonly TicketAnswer[]> = computed(() =>
    [...this.#tickets.all.value].sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1)),
  );
  readonly count: ReadonlySignal<number> = computed(() => this.#tickets.all.value.length);

  constructor(options: NoticesOptions) {
    this.#options = options;
  }

  /** Loads the unread tickets and follows the events. Returns a function that stops it. */
  start(): () => void {
    const { socket, onCount } = this.#options;
    // A socket that is still connecting emits a resync later: one load is enough.
    if (socket.state.peek() === "online") void this.#load();
    const stops = [
      socket.joinNotification(),
      socket.on("ticket", (event) => this.#ticketChanged(event)),
      socket.on("appMessage", (event) => this.#messageCame(event)),
      socket.onResync(() => void this.#load()),
      this.count.subscribe(onCount),
    ];
    return () => {
      for (const stop of stops) stop();
      this.#tickets.clear();
    };
  }

  /** Call on scroll: loads the next page within 100 px of the bottom (docs/rules/forms.md#pages). */
  async scrolled(box: {
    readonly scrollTop: number;
    readonly clientHeight: number;
    readonly scrollHeight: number;
  }): Promise<void> {
    const isNear = box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR_BOTTOM_PX;
    if (!isNear || !this.#hasMore || this.#isReading) return;
    this.#isReading = true;
    await quietly(async () => this.#tickets.upsertAll(await this.#read(this.#page + 1)));
    this.#isReading = false;
  }

  #load(): Promise<void> {
    return quietly(() => this.#tickets.replaceBy(() => this.#read(1)));
  }

  async #read(pageNumber: number): Promise<readonly TicketAnswer[]> {
    const query = { withUnreadMessages: true, pageNumber };
    const { tickets, hasMore } = await this.#options.api.get<Answer>("/tickets", { query });
    this.#page = pageNumber;
    this.#hasMore = hasMore;
    return tickets.filter((ticket) => this.#concerns(ticket));
  }

  #ticketChanged(event: EventData): void {
    if (event.action === "reload") void this.#load();
    if (event.action === "updateUnread" || event.action === "delete") {
      this.#tickets.remove(Number(event["ticketId"]));
      return;
    }
    const ticket = event["ticket"] as TicketAnswer | undefined;
    if (event.action === "update" && ticket) this.#take(ticket);
  }

  #messageCame(event: EventData): void {
    const ticket = event["ticket"] as TicketAnswer | undefined;
    const message = event["message"] as (MessageAnswer & { readonly notify?: boolean }) | undefined;
    if (event.action !== "create" || !ticket || !message || message.fromMe) return;
    this.#take(ticket);
    const silent = message.notify === false || message.read || ticket.isGroup;
    if (!silent && this.#concerns(ticket) && !this.#options.isOnScreen(ticket)) {
      this.#options.ring(ticket, message);
    }
  }

  #take(ticket: TicketAnswer): void {
    if (this.#concerns(ticket)) this.#tickets.upsert(ticket);
    else this.#tickets.remove(ticket.id);
  }

  #concerns(ticket: TicketAnswer): boolean {
    const listener = this.#options.listener();
    if (!listener || ticket.unreadMessages === 0 || this.#options.isOnScreen(ticket)) return false;
    if (ticket.status === "pending") return listener.pendingToo;
    return ticket.status === "open" && ticket.userId === listener.userId;
  }
}

/** The bell shows no errors: the next event or resync loads it again. */
const quietly = (work: () => Promise<void>): Promise<void> => work().catch(() => undefined);
