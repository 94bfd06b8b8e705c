import type { MediaType } from "#inbox/messages/contract.ts";
import { query } from "#platform/db/query.ts";
import type { ChatUser } from "./contract.ts";
import type { Chat } from "./schema.ts";

export interface HitRow {
  readonly id: number;
  readonly chatId: number;
  readonly chatUuid: string;
  readonly chatTitle: string;
  readonly senderName: string;
  readonly createdAt: number;
  readonly mine: number;
}
/** Number of hits per query, and in total: a search must answer within milliseconds. */
export const BATCH = 200;

type UserRow = Omit<ChatUser, "user"> & { readonly chatId: number; readonly name: string };
/** The columns of a presented message; `m` is the table alias. */
const SHOWN = `m.id, m.chat_id, m.sender_id, u.name AS sender_name, m.body, m.media_type, m.media_id, m.voice,
  m.quoted_id, m.mentions, m.client_message_id, m.is_edited, m.deleted_at, m.created_at, m.updated_at,
  f.state AS file_state, f.name AS file_name, f.size AS file_size, f.mime_type, f.duration_seconds, f.width, f.height,
  q.sender_id AS q_sender_id, qu.name AS q_sender_name, q.body AS q_body, q.media_type AS q_media_type,
  q.media_id AS q_media_id, q.deleted_at AS q_deleted_at, qf.name AS q_file_name
  FROM chat_message m JOIN user u ON u.id = m.sender_id
  LEFT JOIN media_file f ON f.id = m.media_id
  LEFT JOIN chat_message q ON q.id = m.quoted_id AND q.chat_id = m.chat_id
  LEFT JOIN user qu ON qu.id = q.sender_id
  LEFT JOIN media_file qf ON qf.id = q.media_id`;
/** One row of `SHOWN`. */
export interface ShownRow {
  readonly id: number;
  readonly chat_id: number;
  readonly sender_id: number;
  readonly sender_name: string;
  readonly body: string;
  readonly media_type: MediaType | null;
  readonly media_id: number | null;
  readonly voice: number;
  readonly quoted_id: number | null;
  readonly mentions: string;
  readonly client_message_id: string | null;
  readonly is_edited: number;
  readonly deleted_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly file_state: string | null;
  readonly file_name: string | null;
  readonly file_size: number | null;
  readonly mime_type: string | null;
  readonly duration_seconds: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly q_sender_id: number | null;
  readonly q_sender_name: string | null;
  readonly q_body: string | null;
  readonly q_media_type: MediaType | null;
  readonly q_media_id: number | null;
  readonly q_deleted_at: number | null;
  readonly q_file_name: string | null;
}

export const chatsShowing = query<{ mediaId: number }, { chatId: number }>(
  "SELECT chat_id AS chatId FROM chat_message WHERE media_id = :mediaId",
);
export const membersOfChats = query<
  { ids: string },
  UserRow
>(`SELECT m.chat_id AS chatId, m.user_id AS userId, m.unreads, m.mentions, m.last_read_id AS lastReadId, u.name
  FROM chat_member m JOIN user u ON u.id = m.user_id WHERE m.chat_id IN (SELECT value FROM json_each(:ids))
  ORDER BY u.name COLLATE NOCASE, u.id`);
const MINE = `FROM chat_member m JOIN chat c ON c.id = m.chat_id
  WHERE m.user_id = :userId AND (:search = '' OR instr(fold(c.title), :search) > 0)`;
export const messagesByIds = query<{ ids: string }, ShownRow>(
  `SELECT ${SHOWN} WHERE m.id IN (SELECT value FROM json_each(:ids)) ORDER BY m.id`,
);
export const isMember = query<{ chatId: number; userId: number }, unknown>(
  "SELECT 1 FROM chat_member WHERE chat_id = :chatId AND user_id = :userId",
);
export const membersOf = query<
  { chatId: number },
  { id: number; name: string }
>(`SELECT u.id, u.name FROM chat_member m JOIN user u ON u.id = m.user_id WHERE m.chat_id = :chatId
  ORDER BY u.id`);
export const byClient = query<
  { senderId: number; clientMessageId: string },
  { id: number; hash: string | null }
>(
  "SELECT id, client_hash AS hash FROM chat_message WHERE sender_id = :senderId AND client_message_id = :clientMessageId",
);
export const newest = query<{ chatId: number }, { id: number }>(
  "SELECT id FROM chat_message WHERE chat_id = :chatId AND deleted_at IS NULL ORDER BY id DESC LIMIT 1",
);
export const unreadOf = query<
  { userId: number },
  { unreads: number; chats: number }
>(`SELECT coalesce(sum(unreads), 0) AS unreads, count(*) AS chats FROM chat_member
  WHERE user_id = :userId AND unreads > 0`);
export const pageOfChats = query<
  { userId: number; search: string; updatedAt: number; id: number; limit: number; skip: number },
  Chat
>(`SELECT c.id, c.uuid, c.title, c.owner_id AS ownerId, c.last_message AS lastMessage,
  c.last_message_id AS lastMessageId, c.created_at AS createdAt, c.updated_at AS updatedAt ${MINE}
  AND (c.updated_at, c.id) < (:updatedAt, :id) ORDER BY c.updated_at DESC, c.id DESC LIMIT :limit OFFSET :skip`);
export const countChats = query<{ userId: number; search: string }, { n: number }>(
  `SELECT count(*) AS n ${MINE}`,
);
export const countMessages = query<{ chatId: number }, { n: number }>(
  "SELECT count(*) AS n FROM chat_message WHERE chat_id = :chatId",
);
export const messageAtOffset = query<{ chatId: number; value: number }, { id: number }>(
  "SELECT id FROM chat_message WHERE chat_id = :chatId ORDER BY id DESC LIMIT 1 OFFSET :value",
);
export const olderMessages = query<{ chatId: number; id: number; limit: number }, ShownRow>(
  `SELECT ${SHOWN} WHERE m.chat_id = :chatId AND m.id < :id ORDER BY m.id DESC LIMIT :limit`,
);
export const newerMessages = query<{ chatId: number; id: number; limit: number }, ShownRow>(
  `SELECT ${SHOWN} WHERE m.chat_id = :chatId AND m.id > :id ORDER BY m.id LIMIT :limit`,
);
export const markRead = query<{
  lastReadId: number;
  chatId: number;
  userId: number;
}>(`UPDATE chat_member SET unreads = 0, mentions = 0, last_read_id = :lastReadId
  WHERE chat_id = :chatId AND user_id = :userId AND (unreads > 0 OR mentions > 0 OR last_read_id < :lastReadId)`);
export const chatsOfUser = query<
  { userId: number },
  { id: number; ownerId: number }
>(`SELECT c.id, c.owner_id AS ownerId FROM chat_member m JOIN chat c ON c.id = m.chat_id
  WHERE m.user_id = :userId`);
export const oldestMember = query<{ chatId: number }, { id: number }>(
  "SELECT user_id AS id FROM chat_member WHERE chat_id = :chatId ORDER BY joined_at, user_id LIMIT 1",
);
export const setOwner = query<{ ownerId: number; id: number }>(
  "UPDATE chat SET owner_id = :ownerId WHERE id = :id",
);
export const filesOfChat = query<{ chatId: number }, { id: number }>(
  "SELECT media_id AS id FROM chat_message WHERE chat_id = :chatId AND media_id IS NOT NULL",
);
export const deleteChat = query<{ id: number }>("DELETE FROM chat WHERE id = :id");
// U+E000 and U+E001 enclose the hit: private-use characters that no text contains.
export const snippets = query<
  { match: string; ids: string },
  { id: number; text: string }
>(`SELECT rowid AS id, snippet(chat_message_search, 0, char(57344), char(57345), '…', 16) AS text
  FROM chat_message_search WHERE chat_message_search MATCH :match AND rowid IN (SELECT value FROM json_each(:ids))`);
// Newest first is the order of the index, so nothing is sorted.
export const searchHits = query<
  { match: string; rowid: number; chatId: number | null; userId: number },
  HitRow
>(`SELECT m.id, m.chat_id AS chatId, c.uuid AS chatUuid, c.title AS chatTitle, u.name AS senderName,
  m.created_at AS createdAt,
  EXISTS (SELECT 1 FROM chat_member p WHERE p.chat_id = m.chat_id AND p.user_id = :userId) AS mine
  FROM chat_message_search s JOIN chat_message m ON m.id = s.rowid JOIN chat c ON c.id = m.chat_id
  JOIN user u ON u.id = m.sender_id
  WHERE chat_message_search MATCH :match AND s.rowid < :rowid AND (:chatId IS NULL OR m.chat_id = :chatId) AND m.deleted_at IS NULL
  ORDER BY s.rowid DESC LIMIT ${BATCH}`);
export const addUnread = query<{
  chatId: number;
  userId: number;
  ids: string;
}>(`UPDATE chat_member SET unreads = unreads + 1, mentions = mentions + (user_id IN (SELECT value FROM json_each(:ids)))
  WHERE chat_id = :chatId AND user_id <> :userId`);
// The sender counts as having read all earlier messages.
export const markSeen = query<{ chatId: number; userId: number; lastReadId: number }>(
  "UPDATE chat_member SET unreads = 0, mentions = 0, last_read_id = :lastReadId WHERE chat_id = :chatId AND user_id = :userId",
);
export const previewParts = query<
  { id: number },
  { name: string; body: string; mediaType: MediaType | null; fileName: string | null }
>(`SELECT u.name, m.body, m.media_type AS mediaType, f.name AS fileName FROM chat_message m JOIN user u ON u.id = m.sender_id
  LEFT JOIN media_file f ON f.id = m.media_id WHERE m.id = :id`);
export const deleteMember = query<{ chatId: number; userId: number }>(
  "DELETE FROM chat_member WHERE chat_id = :chatId AND user_id = :userId",
);
export const insertMember = query<{ chatId: number; userId: number; lastReadId: number; now: number }>(
  "INSERT INTO chat_member (chat_id, user_id, last_read_id, joined_at) VALUES (:chatId, :userId, :lastReadId, :now)",
);
