import type { ChatAnswer, ChatMessageAnswer } from "#inbox/chats/contract.ts";

/** Test data: a chat of Ana (1) and Bruno (2); Ana has `unreads` unread messages. */
export function sampleChat({
  unreads = 0,
  ...fields
}: Partial<ChatAnswer> & { readonly id: number; readonly unreads?: number }): ChatAnswer {
  const member = (userId: number, name: string, waiting: number) => ({
    userId,
    unreads: waiting,
    mentions: 0,
    lastReadId: 0,
    user: { id: userId, name },
  });
  return {
    uuid: `chat-${fields.id}`,
    title: "Equipe",
    ownerId: 1,
    users: [member(1, "Ana", unreads), member(2, "Bruno", 0)],
    lastMessage: "",
    createdAt: "2026-01-01T10:00:00.000Z",
    updatedAt: "2026-01-01T10:00:00.000Z",
    ...fields,
  };
}

export const sampleMessage = (fields: Partial<ChatMessageAnswer>): ChatMessageAnswer => ({
  id: 1,
  chatId: 1,
  senderId: 2,
  sender: { id: 2, name: "Bruno" },
  message: "oi",
  mediaType: null,
  mediaUrl: null,
  mediaPath: null,
  mediaName: null,
  mediaSize: null,
  mimeType: null,
  duration: null,
  voice: false,
  width: null,
  height: null,
  quotedMsgId: null,
  quotedMsg: null,
  mentions: [],
  clientMessageId: null,
  isEdited: false,
  isDeleted: false,
  createdAt: "2026-01-01T10:00:00.000Z",
  updatedAt: "2026-01-01T10:00:00.000Z",
  ...fields,
});
