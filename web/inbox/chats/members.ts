import type { ChatAnswer, ChatUser } from "#inbox/chats/contract.ts";

/** The user's own membership in a chat, with unread count and last read message. */
export const ownPlace = (chat: ChatAnswer, userId: number): ChatUser | undefined =>
  chat.users.find((member) => member.userId === userId);

export const unreadsOf = (chat: ChatAnswer, userId: number): number => ownPlace(chat, userId)?.unreads ?? 0;

export const isOwner = (chat: ChatAnswer, userId: number): boolean => chat.ownerId === userId;

/** All members except the user. */
export const othersOf = ({ users }: ChatAnswer, userId: number): readonly ChatUser[] =>
  users.filter((member) => member.userId !== userId);

/** Whether all other members have read a message; false in a chat with one member. */
export function readByAll(chat: ChatAnswer | undefined, userId: number, messageId: number): boolean {
  const others = chat ? othersOf(chat, userId) : [];
  return others.length > 0 && others.every(({ lastReadId }) => lastReadId >= messageId);
}
