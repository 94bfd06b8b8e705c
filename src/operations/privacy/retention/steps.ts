import { all, type Db, one } from "#platform/db/database.ts";
import { before, type Rules } from "./rules.ts";

/** Rows per read: at most a few milliseconds. */
const SPAN = 1000;

const KEPT = "(?4 = 0 OR NOT EXISTS (SELECT 1 FROM ticket_tag x WHERE x.ticket_id = t.id))";
// Faces of contacts, greetings and quick replies are no files of messages: they stay.
const FILES = `SELECT f.id, f.path, f.size FROM media_file f WHERE f.id > ?1 AND f.id <= ?2 AND f.state = 'stored'
  AND f.path IS NOT NULL AND f.created_at <= ?3 AND EXISTS (SELECT 1 FROM message m JOIN ticket t ON t.id = m.ticket_id
    WHERE m.media_id = f.id AND t.status = 'closed' AND ${KEPT}) ORDER BY f.id`;
const TICKETS = `SELECT t.id, (SELECT count(*) FROM message m WHERE m.ticket_id = t.id) AS messages FROM ticket t
  WHERE t.id > ?1 AND t.id <= ?2 AND t.status = 'closed' AND t.closed_at <= ?3 AND ${KEPT} ORDER BY t.id`;
const LAST = {
  media: "SELECT coalesce(max(id), 0) AS id FROM media_file",
  tickets: "SELECT coalesce(max(id), 0) AS id FROM ticket",
} as const;

type Phase = keyof typeof LAST;
export interface OldFile {
  readonly id: number;
  readonly path: string;
  readonly size: number;
}
export interface OldTicket {
  readonly id: number;
  readonly messages: number;
}

/** A piece of a table with what is to go from it; null once the end is reached. */
export interface Step<Row> {
  readonly rows: readonly Row[];
  /** The last row read. */
  readonly to: number;
}

const isOver = (db: Db, phase: Phase, cursor: number) =>
  cursor >= (one<{ id: number }>(db, LAST[phase])?.id ?? 0);

/** Old files of closed tickets after `cursor`. */
export function fileStep(db: Db, rules: Rules, cursor: number, nowMs: number): Step<OldFile> | null {
  const until = before(rules.mediaDays, nowMs);
  if (until === null || isOver(db, "media", cursor)) return null;
  return {
    rows: all<OldFile>(db, FILES, cursor, cursor + SPAN, until, rules.keepTagged ? 1 : 0),
    to: cursor + SPAN,
  };
}

/** Tickets after `cursor` that were closed long ago and still have data to delete. */
export function ticketStep(db: Db, rules: Rules, cursor: number, nowMs: number): Step<OldTicket> | null {
  const until = before(rules.ticketDays, nowMs);
  if (until === null || isOver(db, "tickets", cursor)) return null;
  const found = all<OldTicket>(db, TICKETS, cursor, cursor + SPAN, until, rules.keepTagged ? 1 : 0);
  return {
    rows: rules.what === "tickets" ? found : found.filter(({ messages }) => messages > 0),
    to: cursor + SPAN,
  };
}
