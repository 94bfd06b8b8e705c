import { timeZoneOf } from "#accounts/settings/index.ts";
import { findConnection, outagesSince } from "#channels/connections/index.ts";
import { deliveriesPerDay } from "#inbox/costs/index.ts";
import { dayAt } from "#platform/dates.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { MAX_UNKNOWN, type OfficialReport } from "./contract.ts";
import { minutesOf } from "./policy.ts";
import * as sql from "./report.sql.ts";
import * as runsSql from "./runs.sql.ts";

const DAY_MS = 24 * 60 * 60_000;
const MOST_OUTAGES = 20;

/** The report of an official number, whose network has no call that lists messages. */
export async function officialReport(
  tenant: Tenant,
  connectionId: number,
  since: number,
): Promise<OfficialReport> {
  const facts = queryOne(tenant.db, runsSql.phone, { connectionId });
  const checkedAt = facts?.subscriptionCheckedAt ?? null;
  const until = tenant.clock.now() - DAY_MS;
  const unknown = queryAll(tenant.db, sql.withoutStatus, { connectionId, since, until, limit: MAX_UNKNOWN });
  return {
    subscribed: checkedAt === null ? null : facts?.subscribedAt === checkedAt,
    checkedAt: checkedAt === null ? null : new Date(checkedAt).toISOString(),
    ...outagesOf(tenant, connectionId, since),
    unknown: unknown.map((row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() })),
    delivered: await deliveredPerDay(tenant, connectionId, since),
  };
}

/** Outages of the server since the number was connected. Meta repeats the webhooks that it could not deliver during an outage. */
function outagesOf(
  { installation, db }: Tenant,
  connectionId: number,
  since: number,
): Pick<OfficialReport, "outages" | "outageMinutes"> {
  const linkedAt = findConnection(db, connectionId)?.linkedAt ?? since;
  const rows = outagesSince(installation, Math.max(since, linkedAt));
  return {
    outages: rows.slice(0, MOST_OUTAGES).map(({ kind, fromAt, toAt }) => ({
      kind,
      from: new Date(fromAt).toISOString(),
      to: new Date(toAt).toISOString(),
    })),
    outageMinutes: minutesOf(rows),
  };
}

/** Our count and the network's count of delivered messages, for the days whose outbox rows still exist. */
async function deliveredPerDay(
  tenant: Tenant,
  connectionId: number,
  since: number,
): Promise<OfficialReport["delivered"]> {
  const zone = timeZoneOf(tenant);
  const counted = new Map<string, number>();
  for (const { at } of queryAll(tenant.db, sql.deliveredTimes, { connectionId, since })) {
    const day = dayAt(at, zone);
    counted.set(day, (counted.get(day) ?? 0) + 1);
  }
  const phone = findConnection(tenant.db, connectionId)?.number ?? null;
  const reported = phone === null ? null : await deliveriesPerDay(tenant, connectionId, phone, since);
  const days = [...new Set([...counted.keys(), ...(reported?.keys() ?? [])])].sort().reverse();
  return days.map((day) => ({
    day,
    counted: counted.get(day) ?? 0,
    reported: reported === null ? null : (reported.get(day) ?? 0),
  }));
}
