import { mediaUrl } from "#channels/media/index.ts";
import { queryAll } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { ShownRow } from "./chats.sql.ts";
import * as sql from "./chats.sql.ts";
import type { ChatAnswer, ChatMessageAnswer } from "./contract.ts";
import type { Chat } from "./schema.ts";

const iso = (ms: number): string => new Date(ms).toISOString();

/** Presents chats in the given order. */
export function presentChats({ db }: Tenant, rows: readonly Chat[]): ChatAnswer[] {
  const users = Map.groupBy(
    queryAll(db, sql.membersOfChats, { ids: JSON.stringify(rows.map(({ id }) => id)) }),
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
  if (!answer) throw new Error("chat could not be presented");
  return answer;
}

/** Presents messages, ascending by id. */
export const presentChatMessages = (tenant: Tenant, ids: readonly number[]): ChatMessageAnswer[] =>
  queryAll(tenant.db, sql.messagesByIds, { ids: JSON.stringify(ids) }).map((row) =>
    presentChatMessage(tenant, row),
  );

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
