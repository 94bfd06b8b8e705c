import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { addDays, dayAt } from "#platform/dates.ts";
import { all, type Db, one, run, transaction } from "#platform/db/database.ts";
import { withSyncNormal } from "#platform/db/sync-mode.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { CHART_DAYS } from "./contract.ts";
import { firstMessageSince } from "./first-message.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Every zone's day begins on one of these. */
const QUARTER_MS = HOUR_MS / 4;

interface Known {
  readonly messageId: number;
  readonly diskBytes: number;
  readonly diskAt: number;
}
interface Quarter {
  readonly quarter: number;
  readonly received: number;
  readonly sent: number;
}

const KNOWN = `SELECT message_id AS messageId, disk_bytes AS diskBytes, disk_at AS diskAt
  FROM company_figure WHERE company_id = ?`;
const NEWEST = "SELECT coalesce(max(id), 0) AS id FROM message";
const COUNT = `SELECT created_at / ${QUARTER_MS} AS quarter, sum(from_me = 0) AS received, sum(from_me = 1) AS sent
  FROM message WHERE id > ?1 AND id <= ?2 AND created_at >= ?3 GROUP BY 1`;
const CONNECTIONS = `SELECT coalesce(sum(status = 'CONNECTED'), 0) AS up, coalesce(sum(status <> 'CONNECTED'), 0) AS down
  FROM connection WHERE deleted_at IS NULL`;
const ADD_DAY = `INSERT INTO company_day (company_id, day, received, sent) VALUES (?, ?, ?, ?)
  ON CONFLICT (company_id, day) DO UPDATE SET received = received + excluded.received, sent = sent + excluded.sent`;
const STORE = `INSERT INTO company_figure (company_id, connections_up, connections_down, disk_bytes, disk_at, message_id,
    measured_at) VALUES (?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (company_id) DO UPDATE SET connections_up = excluded.connections_up,
    connections_down = excluded.connections_down, disk_bytes = excluded.disk_bytes, disk_at = excluded.disk_at,
    message_id = excluded.message_id, measured_at = excluded.measured_at`;

/** Connections of an open company as they are now. */
export const connectionsOf = (db: Db): { readonly up: number; readonly down: number } =>
  one<{ up: number; down: number }>(db, CONNECTIONS) ?? { up: 0, down: 0 };

/**
 * Measures an open company: its connections now, what lies on the disk (at most once an hour), and the messages that
 * came since the last time, each counted once.
 */
export async function measure(tenant: Tenant): Promise<void> {
  const { installation, db, clock } = tenant;
  const { system, config } = installation;
  const known = one<Known>(system, KNOWN, tenant.id);
  const isFresh = known !== undefined && clock.now() - known.diskAt < HOUR_MS;
  const disk = isFresh
    ? { bytes: known.diskBytes, at: known.diskAt }
    : { bytes: await bytesBelow(tenant.directory), at: clock.now() };
  // From here on nothing waits: what is counted and up to where belong together.
  const now = clock.now();
  const since = now - (CHART_DAYS + 1) * DAY_MS;
  const from = known?.messageId ?? firstMessageSince(db, since) - 1;
  const newest = one<{ id: number }>(db, NEWEST)?.id ?? 0;
  const quarters = newest > from ? all<Quarter>(db, COUNT, from, newest, since) : [];
  const { up, down } = connectionsOf(db);
  // A power cut takes the count together with how far it went.
  withSyncNormal(system, () =>
    transaction(system, () => {
      for (const [day, { received, sent }] of byDay(quarters, config.timeZone))
        run(system, ADD_DAY, tenant.id, day, received, sent);
      run(system, STORE, tenant.id, up, down, disk.bytes, disk.at, Math.max(from, newest), now);
    }),
  );
}

function byDay(quarters: readonly Quarter[], zone: string): Map<string, { received: number; sent: number }> {
  const days = new Map<string, { received: number; sent: number }>();
  for (const { quarter, received, sent } of quarters) {
    const day = dayAt(quarter * QUARTER_MS, zone);
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
