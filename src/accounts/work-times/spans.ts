import { setting } from "#accounts/settings/index.ts";
import { PresencePort } from "#accounts/users/index.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { definePort } from "#platform/ports.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import type { SpanKind } from "./schema.ts";
import * as sql from "./spans.sql.ts";

/** The open tickets of the company, provided by the feature of tickets. */
interface AwakeTickets {
  /** Users with at least one open ticket that is not snoozed. */
  holders(db: Db): ReadonlySet<number>;
}
export const AwakeTicketsPort = definePort<AwakeTickets>("awake tickets");

/**
 * A span that had no sign of life for this long has ended, ms. The job updates it every minute, so a longer gap means
 * that the server did not run.
 */
const LIFE_MS = 3 * 60_000;

interface Wanted {
  readonly kind: SpanKind;
  readonly reasonId: number | null;
}

/**
 * Updates the spans of these users to their current state (docs/rules/work-times.md#spans), in the caller's
 * transaction: extends spans that continue, ends others, and begins new ones. Does nothing while working times are not
 * recorded.
 */
export function followUsers(unit: TenantUnit, userIds: readonly number[]): void {
  const { tenant } = unit;
  if (!setting(tenant, "trackWorkTime") || userIds.length === 0) return;
  const { ports } = tenant.installation;
  const connected = connectedUsers(tenant);
  const holders = ports.find(AwakeTicketsPort)?.holders(unit.db) ?? new Set<number>();
  for (const userId of userIds) {
    const isConnected = connected.has(userId);
    const isOnline = ports.use(PresencePort).isOnline(tenant.id, userId);
    follow(unit, userId, { isConnected, wanted: isOnline ? wantedOf(unit.db, userId, holders) : [] });
  }
}

/** Users with an open socket. */
export const connectedUsers = (tenant: Tenant): ReadonlySet<number> =>
  new Set(
    tenant.installation.ports
      .use(PresencePort)
      .connected()
      .filter(({ companyId }) => companyId === tenant.id)
      .map(({ userId }) => userId),
  );

function wantedOf(db: Db, userId: number, holders: ReadonlySet<number>): readonly Wanted[] {
  const user = queryOne(db, sql.pauseOf, { userId });
  if (!user) return [];
  const presence: Wanted =
    user.away === 1 ? { kind: "paused", reasonId: user.reasonId } : { kind: "online", reasonId: null };
  return holders.has(userId) ? [presence, { kind: "serving", reasonId: null }] : [presence];
}

function follow(
  unit: TenantUnit,
  userId: number,
  { isConnected, wanted }: { readonly isConnected: boolean; readonly wanted: readonly Wanted[] },
): void {
  const { now } = unit;
  const presence = unit.tenant.installation.ports.use(PresencePort);
  const lastClosedAt = presence.lastClosedAt({ companyId: unit.tenant.id, userId }) ?? 0;
  const missing = new Set(wanted);
  for (const span of queryAll(unit.db, sql.openSpans, { userId })) {
    const isDead = span.seenAt < presence.startedAt || now - span.seenAt > LIFE_MS;
    const match = [...missing].find(({ kind, reasonId }) => kind === span.kind && reasonId === span.reasonId);
    if (match && !isDead && now - span.startedAt < sql.DAY_MS) {
      missing.delete(match);
      if (isConnected) execute(unit.db, sql.touch, { id: span.id, now });
    } else {
      const lastSign = isConnected ? now : Math.max(span.seenAt, lastClosedAt);
      execute(unit.db, sql.end, { id: span.id, at: isDead ? span.seenAt : lastSign });
    }
  }
  for (const { kind, reasonId } of missing) execute(unit.db, sql.begin, { userId, kind, reasonId, now });
}
