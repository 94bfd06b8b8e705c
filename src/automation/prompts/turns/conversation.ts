import type { Line } from "#automation/prompts/engine/run-model.ts";
import { runningTracking } from "#inbox/tickets/index.ts";
import { all, type Db, one } from "#platform/db/database.ts";

interface SaidRow {
  readonly body: string;
  readonly transcript: string | null;
  readonly fromMe: number;
}
/** A message of the customer as a turn looks at it. */
export interface Heard {
  readonly id: number;
  readonly body: string;
  readonly mediaType: string | null;
  readonly mediaId: number | null;
  readonly transcript: string | null;
}

// Words are texts, transcripts, and what stands under a picture or file; `[mídia indisponível]` is none.
const HAS_WORDS = `deleted_at IS NULL AND (transcript IS NOT NULL OR (trim(body) <> '' AND (media_type IS NULL
  OR (media_type IN ('image', 'video', 'application') AND body <> '[mídia indisponível]'))))`;
const LAST = `SELECT body, transcript, from_me AS fromMe FROM message
  WHERE ticket_id = ? AND created_at >= ? AND ${HAS_WORDS} ORDER BY id DESC LIMIT ?`;
const HEARD = `SELECT id, body, media_type AS mediaType, media_id AS mediaId, transcript FROM message
  WHERE ticket_id = ?1 AND from_me = 0 AND deleted_at IS NULL AND created_at >= ?2 AND id <= ?3
    AND id > coalesce((SELECT max(message_id) FROM ai_turn WHERE ticket_id = ?1 AND kind = 'answer' AND state = 'done'), 0)
  ORDER BY id DESC LIMIT 50`;
const NEWER = "SELECT 1 FROM message WHERE ticket_id = ? AND from_me = 0 AND id > ? LIMIT 1";
const NEWEST = "SELECT max(id) AS id FROM message WHERE ticket_id = ? AND from_me = 0";
const AI_SPOKE = "SELECT 1 FROM message WHERE ticket_id = ? AND origin = 'ai' AND created_at >= ? LIMIT 1";

/** Since when this attendance runs, ms; 0 where none does. */
export const attendanceSince = (db: Db, ticketId: number): number =>
  runningTracking(db, ticketId)?.createdAt ?? 0;

const LONGEST = 4000;

/** The last `limit` texts and transcripts of an attendance, oldest first: ours assistant, theirs user. */
export const linesOf = (db: Db, ticketId: number, since: number, limit: number): readonly Line[] =>
  all<SaidRow>(db, LAST, ticketId, since, limit)
    .reverse()
    .map(({ body, transcript, fromMe }) => ({
      role: fromMe === 1 ? "assistant" : "user",
      text: (transcript ?? body).slice(0, LONGEST),
    }));

/** What the customer sent since the last answer, oldest first. */
export const heardIn = (db: Db, ticketId: number, since: number, upToId: number): readonly Heard[] =>
  all<Heard>(db, HEARD, ticketId, since, upToId).reverse();

/** Whether the customer wrote after this message. */
export const hasNewer = (db: Db, ticketId: number, messageId: number): boolean =>
  one(db, NEWER, ticketId, messageId) !== undefined;

/** The customer's last message, null = never wrote. */
export const newestHeard = (db: Db, ticketId: number): number | null =>
  one<{ id: number | null }>(db, NEWEST, ticketId)?.id ?? null;

export const aiSpoke = (db: Db, ticketId: number, since: number): boolean =>
  one(db, AI_SPOKE, ticketId, since) !== undefined;
