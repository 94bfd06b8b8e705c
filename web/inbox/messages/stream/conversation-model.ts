import { batch, type ReadonlySignal, signal } from "@preact/signals-react";
import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { createMessageSet } from "./message-set.ts";

/** A page of the timeline, oldest first. */
export interface TimelinePage {
  readonly messages: readonly MessageAnswer[];
  readonly hasMore: boolean;
}
/** What to load: the newest page, or the page before, after or around a message. */
export type Where =
  | { readonly before: number }
  | { readonly after: number }
  | { readonly around: number }
  | null;
export interface ConversationParts<Page extends TimelinePage> {
  /** Id of the ticket or internal chat. */
  readonly ticketId: number;
  readonly fetchPage: (where: Where) => Promise<Page>;
  /** Called with each loaded page, which may contain more than messages. */
  onPage?(page: Page): void;
  /** Resolves when cached messages may be rendered; immediately by default. */
  readonly afterPaint?: () => Promise<void>;
}

/** `idle` never loaded · `loading` nothing to show yet · `ready` · `error` with nothing to show. */
export type ConversationState = "idle" | "loading" | "ready" | "error";

/** Limit of pages loaded to bring a long conversation up to date or to find its first unread message. */
const MAX_PAGES = 10;

/** The messages of one conversation, as a window over the whole timeline that grows at both ends. */
export class Conversation<Page extends TimelinePage = TimelinePage> {
  readonly #parts: ConversationParts<Page>;
  readonly #known = createMessageSet();
  readonly #state = signal<ConversationState>("idle");
  readonly #error = signal<unknown>(null);
  readonly #hasOlder = signal(false);
  readonly #hasNewer = signal(false);
  readonly #busy = signal<"older" | "newer" | null>(null);
  readonly #firstUnreadId = signal<number | null>(null);
  readonly #unreadCount = signal(0);
  /** Incremented whenever the window is replaced; responses of an earlier era are dropped. */
  #era = 0;
  /** Messages received by event while a request is running: its response may not contain them. */
  #arrived = new Set<number>();

  /** Oldest first. */
  readonly messages: ReadonlySignal<readonly MessageAnswer[]> = this.#known.messages;
  readonly state: ReadonlySignal<ConversationState> = this.#state;
  /** Error of the last request; null when it succeeded. */
  readonly error: ReadonlySignal<unknown> = this.#error;
  readonly hasOlder: ReadonlySignal<boolean> = this.#hasOlder;
  readonly hasNewer: ReadonlySignal<boolean> = this.#hasNewer;
  readonly busy: ReadonlySignal<"older" | "newer" | null> = this.#busy;
  readonly firstUnreadId: ReadonlySignal<number | null> = this.#firstUnreadId;
  readonly unreadCount: ReadonlySignal<number> = this.#unreadCount;

  constructor(parts: ConversationParts<Page>) {
    this.#parts = parts;
  }

  get ticketId(): number {
    return this.#parts.ticketId;
  }

  /**
   * Called when the conversation is shown: loads from the newest message back to the first of `unread`, which marks
   * them as read when the owner loads them. Cached messages are shown at once, with the unread line, and reloaded
   * while they are visible.
   */
  async open(unread: number): Promise<void> {
    if (this.#state.peek() !== "ready" || this.#hasNewer.peek()) return this.#toLatest(unread);
    this.#markUnread(this.messages.peek(), unread);
    await this.#parts.afterPaint?.();
    return this.refresh();
  }

  /** Reloads the visible messages after a gap in the events, without scrolling. */
  async refresh(): Promise<void> {
    const startedIn = this.#era;
    const oldest = this.messages.peek()[0];
    const middle = this.messages.peek()[Math.floor(this.messages.peek().length / 2)];
    await this.#load(async () => {
      if (this.#hasNewer.peek() && middle) {
        const page = await this.#parts.fetchPage({ around: middle.id });
        if (startedIn === this.#era) this.#replace([page], { older: true, newer: true });
        return;
      }
      const pages = await this.#readLatest((read) => !oldest || read.some(({ id }) => id === oldest.id));
      if (startedIn === this.#era)
        this.#replace(pages, { older: pages.at(-1)?.hasMore ?? false, newer: false });
    });
  }

  /** Moves the window from the middle of the timeline to its end. */
  jumpToLatest(): Promise<void> {
    return this.#toLatest(0);
  }

  /** The input of `fetchPage` changed, such as the scope: reloads the newest messages and drops running responses. */
  restart(): Promise<void> {
    this.#era += 1;
    return this.#toLatest(0);
  }

  /** Loads the messages around any message of the timeline. False when the request failed. */
  async jumpTo(messageId: number): Promise<boolean> {
    if (this.#known.has(messageId)) return true;
    try {
      const page = await this.#parts.fetchPage({ around: messageId });
      if (!page.messages.some(({ id }) => id === messageId)) return false;
      this.#replace([page], { older: true, newer: true });
      return true;
    } catch (cause) {
      this.#error.value = cause;
      return false;
    }
  }

  loadOlder(): Promise<void> {
    return this.#grow("older");
  }

  loadNewer(): Promise<void> {
    return this.#grow("newer");
  }

  /** Applies a message from an event or a response; idempotent. */
  apply(message: MessageAnswer): void {
    const state = this.#state.peek();
    // When newer messages are not loaded, a new message appears once the window reaches it.
    const isOutside = this.#hasNewer.peek() || state === "idle" || state === "error";
    // A message found later may belong before the loaded ones: the page that contains it brings it.
    const oldest = this.messages.peek()[0];
    const isBefore = this.#hasOlder.peek() && oldest !== undefined && message.createdAt < oldest.createdAt;
    if ((isOutside || isBefore) && !this.#known.has(message.id)) return;
    this.#arrived.add(message.id);
    this.#known.putAll([message]);
  }

  /** The send of a message was undone: it is no longer part of the conversation. */
  remove(messageId: number): void {
    this.#arrived.delete(messageId);
    this.#known.remove(messageId);
  }

  /** The loaded messages may be out of date: the next `open` loads everything again. */
  forget(): void {
    batch(() => {
      this.#era += 1;
      this.#known.keep(new Set());
      this.#state.value = "idle";
    });
  }

  /** Removes the unread line: the attendant replied or scrolled to the end. */
  clearUnread(): void {
    batch(() => {
      this.#firstUnreadId.value = null;
      this.#unreadCount.value = 0;
    });
  }

  #put(page: Page): void {
    this.#known.putAll(page.messages);
    this.#parts.onPage?.(page);
  }

  /** Replaces the window; messages that arrived during the request stay if it ends at the newest message. */
  #replace(pages: readonly Page[], more: { older: boolean; newer: boolean }): void {
    batch(() => {
      this.#era += 1;
      const fetched = new Set(pages.flatMap((page) => page.messages.map(({ id }) => id)));
      if (!more.newer) for (const id of this.#arrived) fetched.add(id);
      this.#known.keep(fetched);
      for (const page of pages) this.#put(page);
      this.#hasOlder.value = more.older;
      this.#hasNewer.value = more.newer;
      this.#state.value = "ready";
      this.#error.value = null;
    });
  }

  /** Loads pages from the newest backwards until `enough` returns true. */
  async #readLatest(enough: (read: readonly MessageAnswer[]) => boolean): Promise<Page[]> {
    const pages = [await this.#parts.fetchPage(null)];
    while (pages.length < MAX_PAGES) {
      const last = pages.at(-1);
      const oldest = last?.messages[0];
      if (!last?.hasMore || !oldest || enough(oldestFirst(pages))) break;
      pages.push(await this.#parts.fetchPage({ before: oldest.id }));
    }
    return pages;
  }

  async #load(work: () => Promise<void>): Promise<void> {
    if (this.#state.peek() !== "ready") this.#state.value = "loading";
    this.#arrived = new Set();
    try {
      await work();
    } catch (cause) {
      batch(() => {
        this.#error.value = cause;
        if (this.#state.peek() !== "ready") this.#state.value = "error";
      });
    }
  }

  /** Places the unread line before the last `unread` messages of the contact. */
  #markUnread(read: readonly MessageAnswer[], unread: number): void {
    const first = unread > 0 ? inbound(read).slice(-unread)[0] : undefined;
    this.#firstUnreadId.value = first?.id ?? null;
    this.#unreadCount.value = unread;
  }

  async #toLatest(unread: number): Promise<void> {
    const startedIn = this.#era;
    await this.#load(async () => {
      const pages = await this.#readLatest((read) => inbound(read).length >= unread);
      if (startedIn !== this.#era) return;
      batch(() => {
        this.#markUnread(oldestFirst(pages), unread);
        this.#replace(pages, { older: pages.at(-1)?.hasMore ?? false, newer: false });
      });
    });
  }

  async #grow(side: "older" | "newer"): Promise<void> {
    const flag = side === "older" ? this.#hasOlder : this.#hasNewer;
    const edge = side === "older" ? this.messages.peek()[0] : this.messages.peek().at(-1);
    if (!flag.peek() || this.#busy.peek() || !edge || this.#state.peek() !== "ready") return;
    const startedIn = this.#era;
    this.#busy.value = side;
    try {
      const page = await this.#parts.fetchPage(side === "older" ? { before: edge.id } : { after: edge.id });
      if (startedIn !== this.#era) return;
      batch(() => {
        this.#put(page);
        flag.value = page.hasMore;
      });
    } catch (cause) {
      this.#error.value = cause;
    } finally {
      this.#busy.value = null;
    }
  }
}

/** The messages of pages that were loaded newest first. */
const oldestFirst = (pages: readonly TimelinePage[]): readonly MessageAnswer[] =>
  pages.toReversed().flatMap((page) => page.messages);

function inbound(messages: readonly MessageAnswer[]): MessageAnswer[] {
  return messages.filter((message) => !message.fromMe);
}
