import { type ReadonlySignal, signal } from "@preact/signals-react";
import type { ChatAnswer, ChatMessageAnswer, ChatUnreadAnswer } from "#inbox/chats/contract.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import { unreadsOf } from "#web/inbox/chats/members.ts";
import type { Api } from "#web/lib/api/api.ts";
import { Collection } from "#web/lib/lists/collection.ts";
import { PagedList } from "#web/lib/lists/paged-list.ts";
import type { LiveSocket } from "#web/lib/socket/socket.ts";

export interface ChatListOptions {
  readonly api: Pick<Api, "get">;
  readonly socket: Pick<LiveSocket, "on" | "onResync" | "state">;
  /** Id of the signed-in user; 0 = none. */
  readonly userId: () => number;
  /** Another member sent a message. */
  readonly onMessage: (chat: ChatAnswer, message: ChatMessageAnswer) => void;
  readonly onUnread: (unreads: number) => void;
}

interface Answer {
  readonly records: readonly ChatAnswer[];
  readonly count: number;
  readonly hasMore: boolean;
}

/** Latest change first: the order in which the server returns chats. */
const byTime = (a: ChatAnswer, b: ChatAnswer): number =>
  a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1;

/** The signed-in user's chats with their total unread count; loaded page by page and updated by events. */
export class ChatList {
  readonly #options: ChatListOptions;
  readonly #unread = signal(0);
  readonly chats = new Collection<ChatAnswer>({ record: "record", id: "id" });
  readonly list: PagedList<ChatAnswer>;
  readonly unread: ReadonlySignal<number> = this.#unread;

  constructor(options: ChatListOptions) {
    this.#options = options;
    this.list = new PagedList<ChatAnswer>({
      collection: this.chats,
      compare: byTime,
      fetchPage: async ({ pageNumber, searchParam, signal: abort }) => {
        const query = { pageNumber, searchParam };
        const { records, ...page } = await options.api.get<Answer>("/chats", { query, signal: abort });
        return { items: records, ...page };
      },
    });
  }

  /** Loads the chats and subscribes to their events. Returns the stop function. */
  start(): () => void {
    const { socket, userId } = this.#options;
    // A socket that is still connecting reports when to load: one load is enough.
    if (socket.state.peek() === "online") this.#readAll();
    const stops = [
      socket.on("chat", (event) => this.#heard(event)),
      socket.on(`chat-user-${userId()}`, (event) => this.#heardOfOwn(event)),
      socket.onResync(() => this.#readAll()),
    ];
    return () => {
      for (const stop of stops) stop();
      this.list.reset();
      this.chats.clear();
      this.#count(0);
    };
  }

  /** Stores a chat from a response or an event and updates the unread count; an older version is ignored. */
  take(chat: ChatAnswer, isNew = false): void {
    const before = this.chats.peek(chat.id);
    if (before && chat.updatedAt < before.updatedAt) return;
    const me = this.#options.userId();
    if (before) this.#count(this.#unread.peek() + unreadsOf(chat, me) - unreadsOf(before, me));
    else if (unreadsOf(chat, me) > 0) void this.#readUnread();
    // During a search an unknown chat is stored but not listed: only the server can decide if it matches.
    if (this.list.has(chat.id) || isNew || this.list.search.peek().trim() === "") this.list.place(chat);
    else this.chats.upsert(chat);
  }

  /** Removes a chat that was deleted or that the user is no longer a member of. */
  drop(id: number): void {
    const before = this.chats.peek(id);
    if (!before) return;
    this.#count(this.#unread.peek() - unreadsOf(before, this.#options.userId()));
    this.list.drop(id);
    this.chats.remove(id);
  }

  #heard(event: EventData): void {
    const chat = event["chat"] as ChatAnswer | undefined;
    if (!chat) return;
    this.take(chat);
    const message = event["newMessage"] as ChatMessageAnswer | undefined;
    if (message && message.senderId !== this.#options.userId()) this.#options.onMessage(chat, message);
  }

  #heardOfOwn(event: EventData): void {
    if (event.action === "delete") this.drop(Number(event["id"]));
    const record = event["record"] as ChatAnswer | undefined;
    if (record) this.take(record);
  }

  #readAll(): void {
    void this.list.reload();
    void this.#readUnread();
  }

  async #readUnread(): Promise<void> {
    try {
      this.#count((await this.#options.api.get<ChatUnreadAnswer>("/chats/unread")).unreads);
    } catch {
      // The top bar shows no errors; the next event or resync loads the count again.
    }
  }

  #count(unreads: number): void {
    this.#unread.value = Math.max(0, unreads);
    this.#options.onUnread(this.#unread.peek());
  }
}
