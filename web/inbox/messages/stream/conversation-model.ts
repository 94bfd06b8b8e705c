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
  readonly onPage?: (page: Page) => void;
  /** Resolves when cached messages may be rendered; immediately by default. */
  readonly afterPaint?: () => Promise<void>;
}

/** `idle` never loaded · `loading` nothing to show yet · `ready` · `error` with nothing to show. */
export type ConversationState = "idle" | "loading" | "ready" | "error";

/** Limit of pages loaded to bring a long conversation up to date or to find its first unread message. */
const MAX_PAGES = 10;

export type Conversation = ReturnType<typeof createConversation>;

/** The messages of one conversation, as a window over the whole timeline that grows at both ends. */
export function createConversation<Page extends TimelinePage>({
  ticketId,
  fetchPage,
  onPage,
  afterPaint,
}: ConversationParts<Page>) {
  const known = createMessageSet();
  const state = signal<ConversationState>("idle");
  const error = signal<unknown>(null);
  const hasOlder = signal(false);
  const hasNewer = signal(false);
  const busy = signal<"older" | "newer" | null>(null);
  const firstUnreadId = signal<number | null>(null);
  const unreadCount = signal(0);
  /** Incremented whenever the window is replaced; responses of an earlier era are dropped. */
  let era = 0;
  /** Messages received by event while a request is running: its response may not contain them. */
  let arrived = new Set<number>();

  const { messages } = known;

  function take(page: Page): void {
    known.putAll(page.messages);
    onPage?.(page);
  }

  function replace(pages: readonly Page[], more: { older: boolean; newer: boolean }): void {
    batch(() => {
      era += 1;
      const fetched = new Set(pages.flatMap((page) => page.messages.map(({ id }) => id)));
      if (!more.newer) for (const id of arrived) fetched.add(id);
      known.keep(fetched);
      for (const page of pages) take(page);
      hasOlder.value = more.older;
      hasNewer.value = more.newer;
      state.value = "ready";
      error.value = null;
    });
  }

  /** Loads pages from the newest backwards until `enough` returns true. */
  async function readLatest(enough: (read: readonly MessageAnswer[]) => boolean): Promise<Page[]> {
    const pages = [await fetchPage(null)];
    while (pages.length < MAX_PAGES) {
      const last = pages.at(-1);
      const oldest = last?.messages[0];
      if (!last?.hasMore || !oldest || enough(pages.toReversed().flatMap((page) => page.messages))) break;
      pages.push(await fetchPage({ before: oldest.id }));
    }
    return pages;
  }

  async function load(work: () => Promise<void>): Promise<void> {
    if (state.peek() !== "ready") state.value = "loading";
    arrived = new Set();
    try {
      await work();
    } catch (cause) {
      batch(() => {
        error.value = cause;
        if (state.peek() !== "ready") state.value = "error";
      });
    }
  }

  /** Places the unread line before the last `unread` messages of the contact. */
  function markUnread(read: readonly MessageAnswer[], unread: number): void {
    const first = unread > 0 ? inbound(read).slice(-unread)[0] : undefined;
    firstUnreadId.value = first?.id ?? null;
    unreadCount.value = unread;
  }

  async function toLatest(unread: number): Promise<void> {
    const mine = era;
    await load(async () => {
      const pages = await readLatest((read) => inbound(read).length >= unread);
      if (mine !== era) return;
      batch(() => {
        markUnread(
          pages.toReversed().flatMap((page) => page.messages),
          unread,
        );
        replace(pages, { older: pages.at(-1)?.hasMore ?? false, newer: false });
      });
    });
  }

  async function refresh(): Promise<void> {
    const mine = era;
    const oldest = messages.peek()[0];
    const middle = messages.peek()[Math.floor(messages.peek().length / 2)];
    await load(async () => {
      if (hasNewer.peek() && middle) {
        const page = await fetchPage({ around: middle.id });
        if (mine === era) replace([page], { older: true, newer: true });
        return;
      }
      const pages = await readLatest((read) => !oldest || read.some(({ id }) => id === oldest.id));
      if (mine === era) replace(pages, { older: pages.at(-1)?.hasMore ?? false, newer: false });
    });
  }

  async function grow(side: "older" | "newer"): Promise<void> {
    const flag = side === "older" ? hasOlder : hasNewer;
    const edge = side === "older" ? messages.peek()[0] : messages.peek().at(-1);
    if (!flag.peek() || busy.peek() || !edge || state.peek() !== "ready") return;
    const mine = era;
    busy.value = side;
    try {
      const page = await fetchPage(side === "older" ? { before: edge.id } : { after: edge.id });
      if (mine !== era) return;
      batch(() => {
        take(page);
        flag.value = page.hasMore;
      });
    } catch (cause) {
      error.value = cause;
    } finally {
      busy.value = null;
    }
  }

  return {
    ticketId,
    /** Oldest first. */
    messages,
    state: state as ReadonlySignal<ConversationState>,
    /** Error of the last request; null when it succeeded. */
    error: error as ReadonlySignal<unknown>,
    hasOlder: hasOlder as ReadonlySignal<boolean>,
    hasNewer: hasNewer as ReadonlySignal<boolean>,
    busy: busy as ReadonlySignal<"older" | "newer" | null>,
    firstUnreadId: firstUnreadId as ReadonlySignal<number | null>,
    unreadCount: unreadCount as ReadonlySignal<number>,

    /**
     * Called when the conversation is shown: loads from the newest message back to the first of `unread`, which marks
     * them as read when the owner loads them. Cached messages are shown at once, with the unread line, and reloaded
     * while they are visible.
     */
    async open(unread: number): Promise<void> {
      if (state.peek() !== "ready" || hasNewer.peek()) return toLatest(unread);
      markUnread(messages.peek(), unread);
      await afterPaint?.();
      return refresh();
    },

    /** Reloads the visible messages after a gap in the events, without scrolling. */
    refresh,

    /** Moves the window from the middle of the timeline to its end. */
    jumpToLatest: () => toLatest(0),

    /**
     * The input of `fetchPage` changed, such as the scope: reloads the newest messages and drops running responses.
     */
    restart(): Promise<void> {
      era += 1;
      return toLatest(0);
    },

    /** Loads the messages around any message of the timeline. False when the request failed. */
    async jumpTo(messageId: number): Promise<boolean> {
      if (known.has(messageId)) return true;
      try {
        const page = await fetchPage({ around: messageId });
        if (!page.messages.some(({ id }) => id === messageId)) return false;
        replace([page], { older: true, newer: true });
        return true;
      } catch (cause) {
        error.value = cause;
        return false;
      }
    },

    loadOlder: () => grow("older"),
    loadNewer: () => grow("newer"),

    /** Applies a message from an event or a response; idempotent. */
    apply(message: MessageAnswer): void {
      // When newer messages are not loaded, a new message appears once the window reaches it.
      const outside = hasNewer.peek() || state.peek() === "idle" || state.peek() === "error";
      if (outside && !known.has(message.id)) return;
      arrived.add(message.id);
      known.putAll([message]);
    },

    /** The loaded messages may be out of date: the next `open` loads everything again. */
    forget(): void {
      batch(() => {
        era += 1;
        known.keep(new Set());
        state.value = "idle";
      });
    },

    /** Removes the unread line: the attendant replied or scrolled to the end. */
    clearUnread(): void {
      batch(() => {
        firstUnreadId.value = null;
        unreadCount.value = 0;
      });
    },
  };
}

function inbound(messages: readonly MessageAnswer[]): MessageAnswer[] {
  return messages.filter((message) => !message.fromMe);
}
