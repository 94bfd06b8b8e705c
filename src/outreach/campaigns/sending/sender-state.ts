import { timeZoneOf } from "#accounts/settings/index.ts";
import { dayAt } from "#platform/dates.ts";
import { type Db, one, run } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

interface SenderRow {
  readonly nextSendAt: number;
  readonly day: string;
  readonly sentToday: number;
}
const ROW = `SELECT next_send_at AS nextSendAt, day, sent_today AS sentToday FROM campaign_sender WHERE connection_id = ?`;
const WRITE = `INSERT INTO campaign_sender (connection_id, next_send_at, day, sent_today) VALUES (?1, ?2, ?3, ?4)
  ON CONFLICT (connection_id) DO UPDATE SET next_send_at = ?2, day = ?3, sent_today = ?4`;

/** When a connection may dispatch again, ms. */
export const nextSendAt = (db: Db, connectionId: number): number =>
  one<SenderRow>(db, ROW, connectionId)?.nextSendAt ?? 0;

/** Recipients that counted on a day of the company. */
export function sentOn(db: Db, connectionId: number, day: string): number {
  const row = one<SenderRow>(db, ROW, connectionId);
  return row?.day === day ? row.sentToday : 0;
}

/** A recipient was dispatched; the next one waits until `nextAt`. */
export function recordDispatch(
  unit: TenantUnit,
  connectionId: number,
  nextAt: number,
  counts: boolean,
): void {
  const day = dayAt(unit.now, timeZoneOf(unit.tenant));
  const sent = sentOn(unit.db, connectionId, day);
  run(unit.db, WRITE, connectionId, nextAt, day, counts ? sent + 1 : sent);
}
