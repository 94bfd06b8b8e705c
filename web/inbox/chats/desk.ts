import { effect, signal } from "@preact/signals-react";
import type { ChatAnswer, ChatMessageAnswer } from "#inbox/chats/contract.ts";
import type { EventData } from "#platform/realtime/contract.ts";
import { Composer } from "#web/inbox/messages/composer/composer-model.ts";
import { KeptFiles } from "#web/inbox/messages/outbox/kept-files.ts";
import { Outbox } from "#web/inbox/messages/outbox/outbox-model.ts";
import { keepUnsent, restoreUnsent, unsentKey } from "#web/inbox/messages/outbox/unsent.ts";
import { Conversation } from "#web/inbox/messages/stream/conversation-model.ts";
import { ownStorageScope, session } from "#web/lib/session/session.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { drafts } from "#web/lib/storage/drafts.ts";
import { indexedFiles } from "#web/lib/storage/file-store.ts";
import { storageScopeOf } from "#web/lib/storage/storage-scope.ts";
import { chatCalls, sendChatMessage } from "./chats-api.ts";
import { type ChatRoom, createChatRoom } from "./conversation/chat-room.ts";
import { asMessage } from "./conversation/chat-view.ts";
import { unreadsOf } from "./members.ts";
import { ownId, team } from "./team.ts";

/** Number of cached chat rooms; a cached chat is shown without loading. */
const MAX_OPEN_ROOMS = 20;
const UNSENT = "unsent-chat";
const rooms = new Map<number, ChatRoom>();

/** Id of the chat on screen; null = none. */
export const shownChatId = signal<number | null>(null);
export const draftOf = (chatId: number): string | undefined => drafts.get(`chat:${chatId}`)?.text;

/** Files that are not sent yet: chosen, uploading, or rejected. */
const keptFiles = new KeptFiles(indexedFiles(), ownStorageScope, Date.now, "chat");

const view = (message: ChatMessageAnswer) =>
  asMessage(message, team.chats.peek(message.chatId), session.user.peek()?.id ?? 0);

export const chatOutbox = new Outbox({
  send: async (message, onProgress, signal) => view(await sendChatMessage(message, onProgress, signal)),
  onStored: (message) => rooms.get(message.ticketId)?.conversation.apply(message),
  newId: () => crypto.randomUUID(),
  now: Date.now,
  keep: (message) => {
    if (!keptFiles.keep(message)) keepUnsent(drafts, message, UNSENT);
  },
  forget: (message) => {
    keptFiles.forget(message);
    drafts.remove(unsentKey(message, UNSENT));
  },
});

/** The chat room from the cache, or a new one that is not loaded yet. */
export function chatRoomOf(chatId: number): ChatRoom {
  const room = rooms.get(chatId) ?? makeRoom(chatId);
  // Moves the room to the end of the map: the least recently used rooms are evicted first.
  rooms.delete(chatId);
  rooms.set(chatId, room);
  for (const [id, old] of rooms) {
    if (rooms.size <= MAX_OPEN_ROOMS) break;
    if (id === chatId || old.composer.attachments.peek().length > 0) continue;
    old.composer.flush();
    rooms.delete(id);
  }
  return room;
}

function makeRoom(chatId: number): ChatRoom {
  const room: ChatRoom = createChatRoom({
    chatId,
    chat: team.chats.signal(chatId),
    conversation: new Conversation({
      ticketId: chatId,
      fetchPage: async (where) => {
        const { records, hasMore } = await chatCalls.messages(chatId, where);
        return { messages: records.map(view), hasMore };
      },
    }),
    composer: new Composer({
      ticketId: chatId,
      place: "chat",
      drafts,
      send: (content) => {
        chatOutbox.add(content);
        room.conversation.clearUnread();
      },
      addNote: () => Promise.reject(new Error("a chat has no notes")),
      edit: async (message, text) => {
        room.conversation.apply(view(await chatCalls.edit(chatId, message.id, text)));
      },
      tellTyping: () => undefined,
      newId: () => crypto.randomUUID(),
      previewOf: (file) => URL.createObjectURL(file),
      endPreview: (address) => URL.revokeObjectURL(address),
    }),
    outgoing: chatOutbox.entries,
    author: () => ({ id: session.user.value?.id ?? 0, name: session.user.value?.name ?? "", signs: false }),
  });
  void keptFiles.follow(chatId, room.composer, room.conversation.messages);
  return room;
}

/** Marks the chat as read on the server; after a failure the next message tries again. */
export async function readChat(chatId: number): Promise<void> {
  const chat = team.chats.peek(chatId);
  if (!chat || unreadsOf(chat, ownId()) === 0) return;
  try {
    team.take(await chatCalls.read(chatId, ownId()));
  } catch {
    // Failures of the chat are silent (docs/rules/team.md#team-chat); the unread count stays until a call succeeds.
  }
}

function hear(event: EventData): void {
  const chat = event["chat"] as ChatAnswer | undefined;
  const message = (event["newMessage"] ?? event["message"]) as ChatMessageAnswer | undefined;
  const room = chat && rooms.get(chat.id);
  if (message) {
    room?.conversation.apply(view(message));
    chatOutbox.stored(message.clientMessageId);
  }
  room?.markRead();
}

/** Events may have been missed: the chat on screen is reloaded, all other cached chats when they are opened. */
function resync(): void {
  chatOutbox.resume();
  for (const room of rooms.values()) {
    if (room.chatId !== shownChatId.peek()) room.conversation.forget();
    else if (room.conversation.state.peek() === "ready") void room.conversation.refresh();
  }
}

socket.on("chat", hear);
socket.onResync(resync);
globalThis.addEventListener?.("online", () => chatOutbox.resume());
socket.state.subscribe((state) => {
  if (state === "online") chatOutbox.resume();
});

let person: string | null = null;
effect(() => {
  const next = session.user.value ? storageScopeOf(session.user.value) : null;
  if (next === person) return;
  // Another user has signed in: the cached chats and unsent messages of the previous user are removed.
  if (person !== null) {
    rooms.clear();
    chatOutbox.entries.value = [];
  }
  person = next;
  if (next !== null) void keptFiles.unsent().then((left) => chatOutbox.restore(left));
});
effect(() => chatOutbox.restore(restoreUnsent(drafts.all.value, UNSENT)));
