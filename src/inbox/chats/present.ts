import { mediaUrl } from "#channels/media/index.ts";
import type { MediaType } from "#inbox/messages/contract.ts";
import { all } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { ChatAnswer, ChatMessageAnswer, ChatUser } from "./contract.ts";
import type { Chat } from "./schema.ts";

const iso = (ms: number): string => new Date(ms).toISOString();

const USERS = `SELECT m.chat_id AS chatId, m.user_id AS userId, m.unreads, m.mentions, m.last_read_id AS lastReadId, u.name
  FROM chat_member m JOIN user u ON u.id = m.user_id WHERE m.chat_id IN (SELECT value FROM json_each(?))
  ORDER BY u.name COLLATE NOCASE, u.id`;
type UserRow = Omit<ChatUser, "user"> & { readonly chatId: number; readonly name: string };

/** Chats as they go out, in the order given. */
export function presentChats({ db }: Tenant, rows: readonly Chat[]): ChatAnswer[] {
  const users = Map.groupBy(
    all<UserRow>(db, USERS, JSON.stringify(rows.map(({ id }) => id))),
    ({ chatId }) => chatId,
  );
  return rows.map(({ id, uuid, title, ownerId, lastMessage, createdAt, updatedAt }) => ({
    id,
    uuid,
    title,
    ownerId,
    users: (users.get(id) ?? []).map(({ userId, unreads, mentions, lastReadId, name }) => ({
      userId,
      unreads,
      mentions,
      lastReadId,
      user: { id: userId, name },
    })),
    lastMessage,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
  }));
}

export function presentChat(tenant: Tenant, row: Chat): ChatAnswer {
  const [answer] = presentChats(tenant, [row]);
  if (!answer) throw new Error("one row, one answer");
  return answer;
}

/** What a message shows; `m` is the message. */
export const SHOWN = `m.id, m.chat_id, m.sender_id, u.name AS sender_name, m.body, m.media_type, m.media_id, m.voice,
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

const BY_IDS = `SELECT ${SHOWN} WHERE m.id IN (SELECT value FROM json_each(?)) ORDER BY m.id`;

/** Messages as they go out, in order of their ids. */
export const presentChatMessages = (tenant: Tenant, ids: readonly number[]): ChatMessageAnswer[] =>
  all<ShownRow>(tenant.db, BY_IDS, JSON.stringify(ids)).map((row) => presentChatMessage(tenant, row));

export function presentChatMessage(tenant: Tenant, row: ShownRow): ChatMessageAnswer {
  const hasFile = row.media_id !== null && row.file_state === "stored";
  const url = hasFile ? mediaUrl(tenant, Number(row.media_id), row.file_name || "file") : null;
  return {
    id: row.id,
    chatId: row.chat_id,
    senderId: row.sender_id,
    sender: { id: row.sender_id, name: row.sender_name },
    message: row.body,
    mediaType: row.media_type,
    mediaUrl: url,
    mediaPath: url === null ? null : url.slice(0, url.indexOf("?")),
    mediaName: hasFile ? row.file_name : null,
    mediaSize: hasFile ? row.file_size : null,
    mimeType: hasFile ? row.mime_type : null,
    duration: hasFile ? row.duration_seconds : null,
    voice: row.voice === 1,
    width: hasFile ? row.width : null,
    height: hasFile ? row.height : null,
    quotedMsgId: row.quoted_id,
    quotedMsg: quotedOf(tenant, row),
    mentions: JSON.parse(row.mentions),
    clientMessageId: row.client_message_id,
    isEdited: row.is_edited === 1,
    isDeleted: row.deleted_at !== null,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  };
}

function quotedOf(tenant: Tenant, row: ShownRow): ChatMessageAnswer["quotedMsg"] {
  const { quoted_id: id, q_sender_id: senderId } = row;
  if (id === null || senderId === null) return null;
  return {
    id,
    senderId,
    sender: { id: senderId, name: row.q_sender_name ?? "" },
    message: row.q_body ?? "",
    mediaType: row.q_media_type,
    mediaUrl: row.q_media_id === null ? null : mediaUrl(tenant, row.q_media_id, row.q_file_name || "file"),
    isDeleted: row.q_deleted_at !== null,
  };
}
