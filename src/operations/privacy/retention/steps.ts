import { setting, timeZoneOf } from "#accounts/settings/index.ts";
import type { RetentionPreview } from "#operations/privacy/contract.ts";
import { addDays, dayAt, parseInstant } from "#platform/dates.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./retention.sql.ts";

const DAY_MS = 24 * 60 * 60_000;

/** Retention rules of a company. Days; 0 = for ever. */
export interface Rules {
  readonly mediaDays: number;
  readonly ticketDays: number;
  /** What is deleted of old closed tickets: only their messages, or the whole tickets. */
  readonly what: "messages" | "tickets";
  /** Keep tickets with a tag. */
  readonly keepTagged: boolean;
}

export const rulesOf = (tenant: Tenant): Rules => ({
  mediaDays: setting(tenant, "mediaRetentionDays"),
  ticketDays: setting(tenant, "ticketRetentionDays"),
  what: setting(tenant, "ticketRetentionWhat"),
  keepTagged: setting(tenant, "retentionKeepTagged"),
});

/** Keys of the settings with retention rules. */
export const RULE_KEYS: readonly string[] = [
  "mediaRetentionDays",
  "ticketRetentionDays",
  "ticketRetentionWhat",
  "retentionKeepTagged",
];

export const isOff = ({ mediaDays, ticketDays }: Rules): boolean => mediaDays === 0 && ticketDays === 0;

/** Time before which data is deleted, ms; null = none is deleted. */
export const before = (days: number, nowMs: number): number | null =>
  days === 0 ? null : nowMs - days * DAY_MS;

/** The next 03:00 in the company's time zone. */
export function nextNight(tenant: Tenant, nowMs: number): number {
  const zone = timeZoneOf(tenant);
  const today = dayAt(nowMs, zone);
  const at = (day: string) => parseInstant(`${day} 03:00`, zone) ?? nowMs + DAY_MS;
  return at(today) > nowMs ? at(today) : at(addDays(today, 1));
}

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
interface Step<Row> {
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

/** Counts what these rules would delete now, without deleting. Counted in steps, so that other requests are not delayed. */
export async function previewRetention({ tenant }: UserCtx, rules: Rules): Promise<RetentionPreview> {
  const now = tenant.clock.now();
  const sum = { files: 0, bytes: 0, messages: 0, tickets: 0 };
  const walk = async <Row>(next: (cursor: number) => Step<Row> | null, add: (row: Row) => void) => {
    for (let piece = next(0); piece; piece = next(piece.to)) {
      for (const row of piece.rows) add(row);
      await yieldToEventLoop(tenant);
    }
  };
  await walk(
    (cursor) => fileStep(tenant.db, rules, cursor, now),
    ({ size }) => {
      sum.files += 1;
      sum.bytes += size;
    },
  );
  await walk(
    (cursor) => ticketStep(tenant.db, rules, cursor, now),
    ({ messages }) => {
      sum.tickets += 1;
      sum.messages += messages;
    },
  );
  return sum;
}
