import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { NotificationAnswer, NotificationPage } from "#accounts/notifications/contract.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import type { Api } from "#web/lib/api/api.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";

export interface PersonalOptions {
  readonly api: Pick<Api, "get" | "put">;
  readonly socket: LiveSocket;
  /** False in a support session, which has no notifications. */
  readonly isOwn: () => boolean;
  /** Whether the page of this ticket is on screen: its notifications are read at once and do not ring. */
  readonly isOnScreen: (uuid: string) => boolean;
  readonly ring: (notification: NotificationAnswer) => void;
  /** Shows a silent toast with the reason for which the ticket on screen has changed. */
  readonly explain: (notification: NotificationAnswer) => void;
}

/** Kinds that explain a change of the ticket on screen, such as a text box that is gone. */
const EXPLAINS_SCREEN: ReadonlySet<string> = new Set(["taken_over", "close_taken_back"]);

/** The user's personal notifications, newest first (docs/rules/notifications.md). */
export class PersonalNotices {
  readonly #options: PersonalOptions;
  readonly #list = signal<readonly NotificationAnswer[]>([]);
  readonly #unread = signal(0);
  readonly #hasMore = signal(false);
  #page = 1;

  readonly list: ReadonlySignal<readonly NotificationAnswer[]> = this.#list;
  readonly unread: ReadonlySignal<number> = this.#unread;
  readonly hasMore: ReadonlySignal<boolean> = this.#hasMore;

  constructor(options: PersonalOptions) {
    this.#options = options;
  }

  /** Loads the newest ones and follows the events. Returns a function that stops it. */
  start(): () => void {
    if (!this.#options.isOwn()) return () => undefined;
    const { socket } = this.#options;
    if (socket.state.peek() === "online") void this.#load(1).catch(() => undefined);
    const stops = [
      socket.on("notification", (event) => this.#heard(event)),
      // The bell shows no errors: the next resync loads it again.
      socket.onResync(() => void this.#load(1).catch(() => undefined)),
    ];
    return () => {
      for (const stop of stops) stop();
      this.#list.value = [];
      this.#unread.value = 0;
    };
  }

  /** Loads the next page. Rejects when the server does not answer. */
  loadMore(): Promise<void> {
    return this.#load(this.#page + 1);
  }

  /** Marks one as read, or all. Rejects when the server does not answer. */
  async read(which: number | "all"): Promise<void> {
    const ids = which === "all" ? null : [which];
    const isUnread = this.#list
      .peek()
      .some(({ id, readAt }) => readAt === null && (ids?.includes(id) ?? true));
    if (!isUnread && which !== "all") return;
    this.#markRead(ids);
    const body = ids === null ? { all: true } : { ids };
    const { unread } = await this.#options.api.put<{ unread: number }>("/notifications/read", body);
    this.#unread.value = unread;
  }

  /** Call when a page gets on screen: reads the notifications of its ticket. */
  shown(): void {
    for (const { id, ticket, readAt } of this.#list.peek())
      if (readAt === null && ticket && this.#options.isOnScreen(ticket.uuid))
        void this.read(id).catch(() => undefined);
  }

  async #load(pageNumber: number): Promise<void> {
    const { notifications, unread, hasMore } = await this.#options.api.get<NotificationPage>(
      "/notifications",
      { query: { pageNumber } },
    );
    this.#page = pageNumber;
    this.#hasMore.value = hasMore;
    this.#unread.value = unread;
    this.#list.value = pageNumber === 1 ? notifications : merged(this.#list.peek(), notifications);
    this.shown();
  }

  #heard(event: EventData): void {
    this.#unread.value = Number(event["unread"] ?? this.#unread.peek());
    const ids = event["ids"] as readonly number[] | null | undefined;
    if (event.action === "update" && ids !== undefined) this.#markRead(ids);
    if (event.action === "delete" && ids)
      this.#list.value = this.#list.peek().filter(({ id }) => !ids.includes(id));
    const notification = event["notification"] as NotificationAnswer | undefined;
    if (event.action !== "create" || !notification) return;
    const isKnown = this.#list.peek().some(({ id }) => id === notification.id);
    this.#list.value = merged(this.#list.peek(), [notification]);
    const { ticket } = notification;
    const isOnScreen = ticket !== null && this.#options.isOnScreen(ticket.uuid);
    if (isOnScreen) this.shown();
    if (isKnown) return;
    if (!isOnScreen) this.#options.ring(notification);
    else if (EXPLAINS_SCREEN.has(notification.kind)) this.#options.explain(notification);
  }

  /** `ids` null = all. */
  #markRead(ids: readonly number[] | null): void {
    const readAt = new Date().toISOString();
    this.#list.value = this.#list
      .peek()
      .map((one) => (one.readAt === null && (ids?.includes(one.id) ?? true) ? { ...one, readAt } : one));
  }
}

function merged(
  known: readonly NotificationAnswer[],
  others: readonly NotificationAnswer[],
): readonly NotificationAnswer[] {
  const byId = new Map([...known, ...others].map((one) => [one.id, one]));
  return [...byId.values()].toSorted((a, b) => b.id - a.id);
}
