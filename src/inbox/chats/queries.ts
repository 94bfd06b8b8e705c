import { eq } from "drizzle-orm";
import { all, type Db, one } from "#platform/db/database.ts";
import { type Chat, type ChatMessage, chat, chatMessage } from "./schema.ts";

/** Undefined when the company has no such chat; whoever reads it asks for membership. */
export const findChat = (db: Db, id: number): Chat | undefined =>
  db.select().from(chat).where(eq(chat.id, id)).get();

export const findChatByUuid = (db: Db, uuid: string): Chat | undefined =>
  db.select().from(chat).where(eq(chat.uuid, uuid)).get();

const MEMBER = "SELECT 1 FROM chat_member WHERE chat_id = ? AND user_id = ?";
export const isMember = (db: Db, chatId: number, userId: number): boolean =>
  one(db, MEMBER, chatId, userId) !== undefined;

const MEMBERS = `SELECT u.id, u.name FROM chat_member m JOIN user u ON u.id = m.user_id WHERE m.chat_id = ?
  ORDER BY u.id`;
export const membersOf = (
  db: Db,
  chatId: number,
): readonly { readonly id: number; readonly name: string }[] => all(db, MEMBERS, chatId);

export const memberIds = (db: Db, chatId: number): number[] => membersOf(db, chatId).map(({ id }) => id);

export const findChatMessage = (db: Db, id: number): ChatMessage | undefined =>
  db.select().from(chatMessage).where(eq(chatMessage.id, id)).get();

const BY_CLIENT =
  "SELECT id, client_hash AS hash FROM chat_message WHERE sender_id = ? AND client_message_id = ?";
/** The message an earlier call with this client id made. */
export const messageOfClient = (
  db: Db,
  senderId: number,
  clientMessageId: string,
): { readonly id: number; readonly hash: string | null } | undefined =>
  one(db, BY_CLIENT, senderId, clientMessageId);

const NEWEST =
  "SELECT id FROM chat_message WHERE chat_id = ? AND deleted_at IS NULL ORDER BY id DESC LIMIT 1";
/** The newest message that is not deleted. */
export const newestMessage = (db: Db, chatId: number): number | undefined =>
  one<{ id: number }>(db, NEWEST, chatId)?.id;

const UNREAD = `SELECT coalesce(sum(unreads), 0) AS unreads, count(*) AS chats FROM chat_member
  WHERE user_id = ? AND unreads > 0`;
export const unreadOf = (db: Db, userId: number): { readonly unreads: number; readonly chats: number } =>
  one<{ unreads: number; chats: number }>(db, UNREAD, userId) ?? { unreads: 0, chats: 0 };
