import { query } from "#platform/db/query.ts";
import type { MediaType, Origin, SendState } from "./contract.ts";

/** The columns of a presented message except its details; `m` is the table alias. Selected for every page and broadcast. */
export const SHOWN = `m.id, m.ticket_id, m.contact_id, m.connection_id, m.participant_id, m.body, m.media_type, m.media_id, m.voice, m.sticker,
  m.from_me, m.origin, m.user_id, m.ack, m.send_state, m.send_error, m.client_message_id, m.read, m.quoted_id, m.deleted_at,
  m.is_edited, m.edits, m.reactions, m.transcript, m.created_at, m.updated_at, m.filled_at, m.place, m.held_until,
  a.name AS author_name,
  m.media_id IS NOT NULL OR m.quoted_id IS NOT NULL OR EXISTS (SELECT 1 FROM message_link l WHERE l.message_id = m.id)
    OR (EXISTS (SELECT 1 FROM message_translation) AND EXISTS (SELECT 1 FROM message_translation tr WHERE tr.message_id = m.id))
    AS has_details`;
/** A message whose send was undone is hidden from everyone (docs/rules/messages.md#undo). */
export const IS_SHOWN = "m.deleted_by IS NOT 'undone'";
export const JOINS = "LEFT JOIN contact a ON a.id = coalesce(m.participant_id, m.contact_id)";

type FileState = "stored" | "pending" | "missing" | "no_room";
export interface ShownRow {
  readonly id: number;
  readonly ticket_id: number;
  readonly contact_id: number;
  readonly connection_id: number;
  readonly participant_id: number | null;
  readonly body: string;
  readonly media_type: MediaType | null;
  readonly media_id: number | null;
  readonly voice: number;
  readonly sticker: number;
  readonly from_me: number;
  readonly origin: Origin;
  readonly user_id: number | null;
  readonly ack: number;
  readonly send_state: SendState | null;
  readonly send_error: string | null;
  readonly client_message_id: string | null;
  readonly read: number;
  readonly quoted_id: number | null;
  readonly deleted_at: number | null;
  readonly is_edited: number;
  readonly edits: string;
  readonly reactions: string;
  readonly transcript: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly filled_at: number | null;
  readonly place: number;
  readonly held_until: number | null;
  readonly author_name: string | null;
  /** 1: `detailsOf` returns a row for this message. */
  readonly has_details: number;
}

/** File, quoted message, preview of a link and translations of a message. Most messages have none of them. */
export interface DetailsRow {
  readonly id: number;
  readonly file_state: FileState | null;
  readonly file_name: string | null;
  readonly file_size: number | null;
  readonly mime_type: string | null;
  readonly duration_seconds: number | null;
  readonly waveform: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly q_body: string | null;
  readonly q_media_type: MediaType | null;
  readonly q_sticker: number | null;
  readonly q_media_id: number | null;
  readonly q_from_me: number | null;
  readonly q_deleted_at: number | null;
  readonly q_author_id: number | null;
  readonly q_author_name: string | null;
  readonly q_file_state: FileState | null;
  readonly q_file_name: string | null;
  readonly link_url: string | null;
  readonly link_title: string | null;
  readonly link_text: string | null;
  readonly link_picture: string | null;
  /** JSON list; null = none. */
  readonly translations: string | null;
}

/** `ids` is a JSON list. */
export const byIds = query<{ ids: string }, ShownRow>(
  `SELECT ${SHOWN} FROM message m ${JOINS} WHERE m.id IN (SELECT value FROM json_each(:ids)) AND ${IS_SHOWN} ORDER BY m.place, m.id`,
);

/**
 * A query of its own, because a column costs as much in a row without a value as in one with it. `ids` is a JSON list.
 */
export const detailsOf = query<{ ids: string }, DetailsRow>(
  `SELECT m.id, f.state AS file_state, f.name AS file_name, f.size AS file_size, f.mime_type, f.duration_seconds, f.waveform, f.width,
     f.height, q.body AS q_body, q.media_type AS q_media_type, q.sticker AS q_sticker, q.media_id AS q_media_id, q.from_me AS q_from_me,
     q.deleted_at AS q_deleted_at, coalesce(q.participant_id, q.contact_id) AS q_author_id, qa.name AS q_author_name,
     qf.state AS q_file_state, qf.name AS q_file_name, l.url AS link_url, l.title AS link_title, l.text AS link_text,
     l.picture AS link_picture,
     (SELECT json_group_array(json_object('language', tr.language, 'body', tr.body)) FROM message_translation tr
       WHERE tr.message_id = m.id HAVING count(*) > 0) AS translations
   FROM message m
   LEFT JOIN media_file f ON f.id = m.media_id
   LEFT JOIN message q ON q.id = m.quoted_id
   LEFT JOIN contact qa ON qa.id = coalesce(q.participant_id, q.contact_id)
   LEFT JOIN media_file qf ON qf.id = q.media_id
   LEFT JOIN message_link l ON l.message_id = m.id
   WHERE m.id IN (SELECT value FROM json_each(:ids))`,
);
