import type { ChatAnswer, ChatUser } from "#inbox/chats/contract.ts";

/** One's own place in a chat. */
export const ownPlace = (chat: ChatAnswer, userId: number): ChatUser | undefined =>
  chat.users.find((member) => member.userId === userId);

export const unreadsOf = (chat: ChatAnswer, userId: number): number => ownPlace(chat, userId)?.unreads ?? 0;

export const isOwner = (chat: ChatAnswer, userId: number): boolean => chat.ownerId === userId;

/** Everybody but oneself. */
export const othersOf = ({ users }: ChatAnswer, userId: number): readonly ChatUser[] =>
  users.filter((member) => member.userId !== userId);

/** Whether all other members have read a message; false in a chat with one member. */
export function readByAll(chat: ChatAnswer | undefined, userId: number, messageId: number): boolean {
  const others = chat ? othersOf(chat, userId) : [];
  return others.length > 0 && others.every(({ lastReadId }) => lastReadId >= messageId);
}
