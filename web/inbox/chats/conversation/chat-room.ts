import { computed, type ReadonlySignal, signal } from "@preact/signals-react";
import type { ChatAnswer, ChatUser } from "#inbox/chats/contract.ts";
import { othersOf, readByAll } from "#web/inbox/chats/members.ts";
import type { Composer } from "#web/inbox/messages/composer/composer-model.ts";
import type { Outgoing } from "#web/inbox/messages/outbox/outbox-model.ts";
import { type Author, outgoingMessage } from "#web/inbox/messages/outbox/outgoing-view.ts";
import type { Conversation } from "#web/inbox/messages/stream/conversation-model.ts";
import { dayOfSlot } from "#web/inbox/messages/stream/day-of-slot.ts";
import { buildTimeline, type Row } from "#web/inbox/messages/stream/timeline.ts";
import { asRead } from "./chat-view.ts";

export interface ChatRoomParts {
  readonly chatId: number;
  readonly chat: ReadonlySignal<ChatAnswer | undefined>;
  readonly conversation: Conversation;
  readonly composer: Composer;
  readonly outgoing: ReadonlySignal<readonly Outgoing[]>;
  readonly author: () => Author;
}

export type ChatRoom = ReturnType<typeof createChatRoom>;

/** The view state of one chat: message rows, composer, unsent messages and read markers. */
export function createChatRoom(parts: ChatRoomParts) {
  const { chatId, chat, conversation, composer } = parts;
  /** Id of the message that the stream should scroll to. */
  const wanted = signal<number | null>(null);

  const outgoing = computed(() => {
    const stored = new Set(conversation.messages.value.map((message) => message.clientMessageId));
    return parts.outgoing.value.filter(
      (entry) => entry.ticketId === chatId && !stored.has(entry.clientMessageId),
    );
  });

  const rows: ReadonlySignal<readonly Row[]> = computed(() => {
    const stored = conversation.messages.value;
    const last = stored.at(-1)?.createdAt ?? "";
    const waiting = conversation.hasNewer.value ? [] : outgoing.value;
    const author = parts.author();
    return buildTimeline({
      messages: [...stored, ...waiting.map((entry) => outgoingMessage(entry, author, last))],
      notes: [],
      events: [],
      ticketId: chatId,
      status: "open",
      hasOlder: conversation.hasOlder.value,
      hasNewer: conversation.hasNewer.value,
      firstUnreadId: conversation.firstUnreadId.value,
      unreadCount: conversation.unreadCount.value,
      dayOf: dayOfSlot,
      // Chats have no attendances, so the rows for their beginning and end are removed.
    }).filter(({ kind }) => kind !== "started" && kind !== "ended");
  });

  /** Message id → the members whose last read message it is. */
  const readers: ReadonlySignal<ReadonlyMap<number, readonly ChatUser[]>> = computed(() => {
    const { value } = chat;
    return value ? readersOf(rows.value, othersOf(value, parts.author().id)) : new Map();
  });

  return {
    chatId,
    chat,
    conversation,
    composer,
    wanted,
    outgoing,
    rows,
    readers,
    /** A member has read the chat: the user's messages that all others have read now get the ack status "read". */
    markRead(): void {
      const { id } = parts.author();
      const now = chat.peek();
      for (const message of conversation.messages.peek())
        if (message.fromMe && message.ack < 3 && readByAll(now, id, message.id))
          conversation.apply(asRead(message));
    },
  };
}

/**
 * Message id → the members whose read marker is shown there: at the last message they have read. A message of their
 * own shows no marker.
 */
export function readersOf(
  rows: readonly Row[],
  others: readonly ChatUser[],
): ReadonlyMap<number, readonly ChatUser[]> {
  const shown = rows.flatMap((row) => {
    const message = row.kind === "message" ? row.message : row.kind === "album" ? row.messages.at(-1) : null;
    return message && message.id > 0 ? [message] : [];
  });
  const readers = new Map<number, ChatUser[]>();
  for (const person of others) {
    const seen = shown.findLast(({ id }) => id <= person.lastReadId);
    if (!seen || seen.userId === person.userId) continue;
    readers.set(seen.id, [...(readers.get(seen.id) ?? []), person]);
  }
  return readers;
}
