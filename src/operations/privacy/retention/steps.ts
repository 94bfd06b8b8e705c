import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { before, type Rules } from "./rules.ts";
import * as sql from "./steps.sql.ts";

/** Rows read at a time, which takes at most a few milliseconds. */
const SPAN = 1000;

type Phase = keyof typeof sql.newestId;
export interface OldFile {
  readonly id: number;
  readonly path: string;
  readonly size: number;
}
export interface OldTicket {
  readonly id: number;
  readonly messages: number;
}

/** A range of a table with the rows to delete; null at the end of the table. */
export interface Step<Row> {
  readonly rows: readonly Row[];
  /** The last row read. */
  readonly to: number;
}

const isOver = (db: Db, phase: Phase, cursor: number) =>
  cursor >= (queryOne(db, sql.newestId[phase])?.id ?? 0);

/** Old files of closed tickets after `cursor`. */
export function fileStep(db: Db, rules: Rules, cursor: number, nowMs: number): Step<OldFile> | null {
  const until = before(rules.mediaDays, nowMs);
  if (until === null || isOver(db, "media", cursor)) return null;
  return {
    rows: queryAll(db, sql.oldFiles, {
      from: cursor,
      to: cursor + SPAN,
      until,
      keepTagged: rules.keepTagged ? 1 : 0,
    }),
    to: cursor + SPAN,
  };
}

/** Tickets after `cursor` that were closed long ago and still have data to delete. */
export function ticketStep(db: Db, rules: Rules, cursor: number, nowMs: number): Step<OldTicket> | null {
  const until = before(rules.ticketDays, nowMs);
  if (until === null || isOver(db, "tickets", cursor)) return null;
  const found = queryAll(db, sql.oldTickets, {
    from: cursor,
    to: cursor + SPAN,
    until,
    keepTagged: rules.keepTagged ? 1 : 0,
  });
  return {
    rows: rules.what === "tickets" ? found : found.filter(({ messages }) => messages > 0),
    to: cursor + SPAN,
  };
}
