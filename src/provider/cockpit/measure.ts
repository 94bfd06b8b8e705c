import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { comparedSince } from "#inbox/reconciliation/index.ts";
import { addDays, dayAt } from "#platform/dates.ts";
import { type Db, transaction } from "#platform/db/database.ts";
import { withSyncNormal } from "#platform/db/durability/sync-mode.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { CHART_DAYS } from "./contract.ts";
import * as sql from "./measure.sql.ts";
import { restrictionsOf } from "./numbers/restricted.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Messages counted in one turn of the event loop, which takes about 2 ms. */
const AT_A_TIME = 5000;

/** Connections of an open company as they are now. */
export const connectionsOf = (db: Db): { readonly up: number; readonly down: number } =>
  queryOne(db, sql.connectionCounts) ?? { up: 0, down: 0 };

/**
 * Measures an open company: its connections and their restrictions, its bytes on the disk (at most once an hour) and the messages stored since the last
 * measurement, each counted once.
 */
export async function measure(tenant: Tenant): Promise<void> {
  const release = tenant.keepOpen();
  try {
    await measureOpen(tenant);
  } finally {
    release();
  }
}

async function measureOpen(tenant: Tenant): Promise<void> {
  const { installation, db, clock } = tenant;
  const { system, config } = installation;
  const known = queryOne(system, sql.figuresOf, { companyId: tenant.id });
  const isFresh = known !== undefined && clock.now() - known.diskAt < HOUR_MS;
  const disk = isFresh
    ? { bytes: known.diskBytes, at: known.diskAt }
    : { bytes: await bytesBelow(tenant.directory), at: clock.now() };
  const now = clock.now();
  const since = now - (CHART_DAYS + 1) * DAY_MS;
  const from = known?.messageId ?? firstMessageSince(db, since) - 1;
  const newest = queryOne(db, sql.newestMessage)?.id ?? 0;
  const quarters: sql.Quarter[] = [];
  for (let after = from; after < newest; after += AT_A_TIME) {
    const to = Math.min(after + AT_A_TIME, newest);
    quarters.push(...queryAll(db, sql.messagesByQuarter, { from: after, to, since }));
    if (to < newest) await yieldToEventLoop(tenant);
  }
  const { up, down } = connectionsOf(db);
  const { compared, gaps, filled } = comparedSince(db, now - CHART_DAYS * DAY_MS);
  // Not fsynced: a power cut loses the counts together with the id of the last counted message.
  withSyncNormal(system, () =>
    transaction(system, () => {
      for (const [day, { received, sent }] of byDay(quarters, config.timeZone))
        execute(system, sql.addDay, { companyId: tenant.id, day, received, sent });
      execute(system, sql.storeFigures, {
        companyId: tenant.id,
        connectionsUp: up,
        connectionsDown: down,
        diskBytes: disk.bytes,
        diskAt: disk.at,
        messageId: Math.max(from, newest),
        measuredAt: now,
        restrictions: JSON.stringify(restrictionsOf(db)),
        comparedMessages: compared,
        foundGaps: gaps,
        filledGaps: filled,
      });
    }),
  );
}

/**
 * Returns approximately the id of the first message stored since a time. Ids grow with time, so a binary search needs twenty reads
 * for a million rows; there is no index on the time alone. Messages that an import stored out of order may be missed.
 */
function firstMessageSince(db: Db, sinceMs: number): number {
  let low = 1;
  let high = (queryOne(db, sql.newestMessage)?.id ?? 0) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found = queryOne(db, sql.messageFrom, { id: middle });
    if (!found || found.at >= sinceMs) high = middle;
    else low = found.id + 1;
  }
  return low;
}

function byDay(
  quarters: readonly sql.Quarter[],
  zone: string,
): Map<string, { received: number; sent: number }> {
  const days = new Map<string, { received: number; sent: number }>();
  for (const { quarter, received, sent } of quarters) {
    const day = dayAt(quarter * sql.QUARTER_MS, zone);
    const sum = days.get(day) ?? { received: 0, sent: 0 };
    days.set(day, { received: sum.received + received, sent: sum.sent + sent });
  }
  return days;
}

/** The first day of the chart. */
export const firstDay = (nowMs: number, zone: string): string => addDays(dayAt(nowMs, zone), 1 - CHART_DAYS);

/** Bytes of all files below a directory; files removed meanwhile count 0. */
async function bytesBelow(directory: string): Promise<number> {
  let bytes = 0;
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const found = await stat(join(entry.parentPath, entry.name)).catch(() => null);
    bytes += found?.size ?? 0;
  }
  return bytes;
}
