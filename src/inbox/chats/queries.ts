import { eq } from "drizzle-orm";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import * as sql from "./chats.sql.ts";
import { type Chat, type ChatMessage, chat, chatMessage } from "./schema.ts";

/** Returns undefined when the company has no such chat; the caller must check the membership. */
export const findChat = (db: Db, id: number): Chat | undefined =>
  db.select().from(chat).where(eq(chat.id, id)).get();

export const findChatByUuid = (db: Db, uuid: string): Chat | undefined =>
  db.select().from(chat).where(eq(chat.uuid, uuid)).get();

export const isMember = (db: Db, chatId: number, userId: number): boolean =>
  queryOne(db, sql.isMember, { chatId, userId }) !== undefined;

export const membersOf = (
  db: Db,
  chatId: number,
): readonly { readonly id: number; readonly name: string }[] => queryAll(db, sql.membersOf, { chatId });

export const memberIds = (db: Db, chatId: number): number[] => membersOf(db, chatId).map(({ id }) => id);

export const findChatMessage = (db: Db, id: number): ChatMessage | undefined =>
  db.select().from(chatMessage).where(eq(chatMessage.id, id)).get();

/** Returns the message of an earlier request with this client id. */
export const messageOfClient = (
  db: Db,
  senderId: number,
  clientMessageId: string,
): { readonly id: number; readonly hash: string | null } | undefined =>
  queryOne(db, sql.byClient, { senderId, clientMessageId });

/** Returns the newest message that is not deleted. */
export const newestMessage = (db: Db, chatId: number): number | undefined =>
  queryOne(db, sql.newest, { chatId })?.id;

export const unreadOf = (db: Db, userId: number): { readonly unreads: number; readonly chats: number } =>
  queryOne(db, sql.unreadOf, { userId }) ?? { unreads: 0, chats: 0 };
