import { mediaUrl } from "#channels/media/index.ts";
import { queryAll } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { MessageAnswer } from "./contract.ts";
import * as sql from "./present.sql.ts";
import type { Message } from "./schema.ts";

const iso = (ms: number): string => new Date(ms).toISOString();

/**
 * Presents messages in the order of the conversation. `ofOwnDeleted`: "kept" shows the text of our own deleted messages, for
 * admins only (docs/rules/messages.md#delete-and-edit).
 */
export function presentMessages(
  tenant: Tenant,
  ids: readonly number[],
  ofOwnDeleted: "blank" | "kept" = "blank",
): MessageAnswer[] {
  return presentRows(tenant, queryAll(tenant.db, sql.byIds, { ids: JSON.stringify(ids) }), ofOwnDeleted);
}

/** Presents rows with the columns `SHOWN`, as `presentMessages` does. */
export function presentRows(
  tenant: Tenant,
  rows: readonly sql.ShownRow[],
  ofOwnDeleted: "blank" | "kept",
): MessageAnswer[] {
  const ids = rows.filter((row) => row.has_details === 1).map(({ id }) => id);
  const details = new Map<number, sql.DetailsRow>();
  if (ids.length > 0)
    for (const row of queryAll(tenant.db, sql.detailsOf, { ids: JSON.stringify(ids) }))
      details.set(row.id, row);
  return rows.map((row) =>
    presentRow(tenant, row, details.get(row.id) ?? NO_DETAILS, ofOwnDeleted === "kept"),
  );
}

/**
 * Presents messages that were read or written in this transaction. An outgoing message without a file, a quote and an
 * address is complete in its row, so it needs no further query.
 */
export function presentStored(
  tenant: Tenant,
  messages: readonly Message[],
  ofOwnDeleted: "blank" | "kept" = "blank",
): MessageAnswer[] {
  if (!messages.every(isWhole))
    return presentMessages(
      tenant,
      messages.map(({ id }) => id),
      ofOwnDeleted,
    );
  return presentRows(tenant, messages.map(shownRow), ofOwnDeleted);
}

const isWhole = ({ fromMe, mediaId, quotedId, body }: Message): boolean =>
  fromMe && mediaId === null && quotedId === null && !MAY_HAVE_ADDRESS.test(body);
const MAY_HAVE_ADDRESS = /[^\s.]\.[^\s.]/;

/** Returns the row that the query `SHOWN` would return for a message that `isWhole`. */
const shownRow = (message: Message): sql.ShownRow => ({
  id: message.id,
  ticket_id: message.ticketId,
  contact_id: message.contactId,
  connection_id: message.connectionId,
  participant_id: message.participantId,
  body: message.body,
  media_type: message.mediaType,
  voice: Number(message.voice),
  sticker: Number(message.sticker),
  from_me: 1,
  origin: message.origin,
  user_id: message.userId,
  ack: message.ack,
  send_state: message.sendState,
  send_error: message.sendError,
  client_message_id: message.clientMessageId,
  read: Number(message.read),
  deleted_at: message.deletedAt,
  is_edited: Number(message.isEdited),
  edits: message.edits,
  reactions: message.reactions,
  transcript: message.transcript,
  created_at: message.createdAt,
  updated_at: message.updatedAt,
  filled_at: message.filledAt,
  place: message.place,
  held_until: message.heldUntil,
  media_id: null,
  quoted_id: null,
  author_name: null,
  has_details: 0,
});

/** The details of a message that has none. */
const NO_DETAILS: Omit<sql.DetailsRow, "id"> = {
  file_state: null,
  file_name: null,
  file_size: null,
  mime_type: null,
  duration_seconds: null,
  waveform: null,
  width: null,
  height: null,
  q_body: null,
  q_media_type: null,
  q_sticker: null,
  q_media_id: null,
  q_from_me: null,
  q_deleted_at: null,
  q_author_id: null,
  q_author_name: null,
  q_file_state: null,
  q_file_name: null,
  link_url: null,
  link_title: null,
  link_text: null,
  link_picture: null,
  translations: null,
};
type Details = typeof NO_DETAILS;

function presentRow(
  tenant: Tenant,
  row: sql.ShownRow,
  details: Details,
  keepsOwnDeleted: boolean,
): MessageAnswer {
  const fromMe = row.from_me === 1;
  const isDeleted = row.deleted_at !== null;
  const hidden = isDeleted && fromMe && !keepsOwnDeleted;
  const hasFile = row.media_id !== null && !hidden;
  const url =
    hasFile && details.file_state === "stored" ? urlOf(tenant, row.media_id, details.file_name) : null;
  const createdAt = iso(row.created_at);
  const answer: MessageAnswer = {
    id: row.id,
    ticketId: row.ticket_id,
    contactId: row.contact_id,
    whatsappId: row.connection_id,
    contact: fromMe ? null : { id: row.participant_id ?? row.contact_id, name: row.author_name ?? "" },
    body: hidden ? "" : row.body,
    mediaType: row.media_type,
    mediaUrl: url,
    mediaPath: url === null ? null : url.slice(0, url.indexOf("?")),
    mediaName: hasFile ? details.file_name : null,
    mediaSize: hasFile ? details.file_size : null,
    mimeType: hasFile ? details.mime_type : null,
    duration: hasFile ? details.duration_seconds : null,
    voice: row.voice === 1,
    sticker: row.sticker === 1,
    waveform: hasFile ? details.waveform : null,
    width: hasFile ? details.width : null,
    height: hasFile ? details.height : null,
    mediaState: hasFile ? details.file_state : null,
    fromMe,
    origin: row.origin,
    userId: row.user_id,
    ack: row.ack,
    sendState: row.send_state,
    sendError: row.send_error,
    clientMessageId: row.client_message_id,
    read: row.read === 1,
    isDeleted,
    isEdited: row.is_edited === 1,
    edits: hidden ? [] : timed<{ body: string }>(row.edits),
    reactions: timed<{ authorId: string; emoji: string }>(row.reactions),
    transcript: hidden ? null : row.transcript,
    createdAt,
    updatedAt: row.updated_at === row.created_at ? createdAt : iso(row.updated_at),
    quotedMsgId: row.quoted_id,
    quotedMsg: quotedOf(tenant, row.quoted_id, details),
  };
  // Added afterwards, because a spread in the object literal costs as much as ten fields in every row of a page.
  if (details.link_url !== null && !isDeleted) answer.linkPreview = linkOf(details, details.link_url);
  if (details.translations !== null && !isDeleted) answer.translations = JSON.parse(details.translations);
  if (isHeld(tenant, row)) answer.heldUntil = iso(row.held_until);
  if (row.filled_at !== null) {
    answer.filledAt = iso(row.filled_at);
    answer.place = row.place;
  }
  return answer;
}

/** Only while the message can still be undone. */
const isHeld = (tenant: Tenant, row: sql.ShownRow): row is sql.ShownRow & { held_until: number } =>
  row.held_until !== null && row.send_state === "queued" && row.held_until > tenant.clock.now();

const linkOf = ({ link_title, link_text, link_picture }: Details, url: string) => ({
  url,
  title: link_title ?? "",
  text: link_text ?? "",
  picture: link_picture,
});

function quotedOf(tenant: Tenant, quotedId: number | null, row: Details): MessageAnswer["quotedMsg"] {
  if (quotedId === null || row.q_from_me === null) return null;
  const fromMe = row.q_from_me === 1;
  const isDeleted = row.q_deleted_at !== null;
  const stored = row.q_media_id !== null && row.q_file_state === "stored" && !isDeleted;
  return {
    id: quotedId,
    body: isDeleted ? "" : (row.q_body ?? ""),
    mediaType: row.q_media_type,
    sticker: row.q_sticker === 1,
    mediaUrl: stored ? urlOf(tenant, row.q_media_id, row.q_file_name) : null,
    fromMe,
    isDeleted,
    contact:
      fromMe || row.q_author_id === null ? null : { id: row.q_author_id, name: row.q_author_name ?? "" },
  };
}

const urlOf = (tenant: Tenant, fileId: number | null, name: string | null): string | null =>
  fileId === null ? null : mediaUrl(tenant, fileId, name || "file");

/** Converts stored times (ms) in a JSON list. Most lists are empty. */
function timed<T>(json: string): (T & { at: string })[] {
  if (json === "[]") return [];
  return (JSON.parse(json) as (T & { at: number })[]).map((entry) => ({ ...entry, at: iso(entry.at) }));
}
