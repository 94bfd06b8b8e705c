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

/** The liveliest first, as the server answers. */
const byTime = (a: ChatAnswer, b: ChatAnswer): number =>
  a.updatedAt === b.updatedAt ? b.id - a.id : a.updatedAt < b.updatedAt ? 1 : -1;

/** The chats of this person: read page by page, kept right by events, with how much waits in all of them. */
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

  /** Reads what is there and follows the events. Answers how to stop. */
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

  /** A chat is known: it was opened, saved, or read. */
  take(chat: ChatAnswer, isNew = false): void {
    const before = this.chats.peek(chat.id);
    if (before && chat.updatedAt < before.updatedAt) return;
    const me = this.#options.userId();
    if (before) this.#count(this.#unread.peek() + unreadsOf(chat, me) - unreadsOf(before, me));
    else if (unreadsOf(chat, me) > 0) void this.#readUnread();
    // Whether one that is new here fits the search is known to the server alone.
    if (this.list.has(chat.id) || isNew || this.list.search.peek().trim() === "") this.list.place(chat);
    else this.chats.upsert(chat);
  }

  /** It is gone, or this person is no longer in it. */
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
      // The bar is no place for an error: the next event or resync fills it.
    }
  }

  #count(unreads: number): void {
    this.#unread.value = Math.max(0, unreads);
    this.#options.onUnread(this.#unread.peek());
  }
}
