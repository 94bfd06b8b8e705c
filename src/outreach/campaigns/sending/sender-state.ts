import { setting, timeZoneOf } from "#accounts/settings/index.ts";
import { dayAt } from "#platform/dates.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { LONGEST_MS, type Pace } from "./pacing.ts";
import * as sql from "./sending.sql.ts";

/** The configured intervals of the company. */
export const paceOf = (tenant: Tenant): Pace => ({
  messageInterval: setting(tenant, "messageInterval"),
  longerIntervalAfter: setting(tenant, "longerIntervalAfter"),
  greaterInterval: setting(tenant, "greaterInterval"),
});

/**
 * Time at which the connection may dispatch next, ms; not in the past. A stored time beyond the longest wait was written while the
 * clock was ahead, and does not count.
 */
export function nextSendAt({ db, clock }: Tenant, connectionId: number): number {
  const now = clock.now();
  const stored = queryOne(db, sql.senderOf, { connectionId })?.nextSendAt ?? 0;
  return stored > now + LONGEST_MS ? now : Math.max(now, stored);
}

/** Number of recipients on a day, in the company's time zone, that count against the daily cap. */
export function sentOn(db: Db, connectionId: number, day: string): number {
  const row = queryOne(db, sql.senderOf, { connectionId });
  return row?.day === day ? row.sentToday : 0;
}

/** Stores that a message was dispatched to a recipient; the next dispatch is at `nextAt`. */
export function recordDispatch(
  unit: TenantUnit,
  connectionId: number,
  nextAt: number,
  counts: boolean,
): void {
  const day = dayAt(unit.now, timeZoneOf(unit.tenant));
  const sent = sentOn(unit.db, connectionId, day);
  const sentToday = counts ? sent + 1 : sent;
  execute(unit.db, sql.writeSender, { connectionId, nextSendAt: nextAt, day, sentToday });
}
