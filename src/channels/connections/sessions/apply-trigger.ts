import { isDeepStrictEqual } from "node:util";
import { and, eq, isNull, sql } from "drizzle-orm";
import { notifyAdmins } from "#accounts/notices/index.ts";
import { SessionChanged } from "#channels/connections/events.ts";
import { liftBans, recordBan } from "#channels/connections/restrictions/bans.ts";
import { connection } from "#channels/connections/schema.ts";

import type { TenantUnit } from "#tenants/tenant.ts";
import { type Effect, nextStep, type Trigger } from "./lifecycle.ts";

/**
 * Changes the stored state of a session; returns the effects that the caller has to carry out. A deleted connection
 * has no effects.
 */
export function applyTrigger(unit: TenantUnit, connectionId: number, trigger: Trigger): readonly Effect[] {
  const row = unit.db
    .select({
      name: connection.name,
      status: connection.status,
      statusReason: connection.statusReason,
      qrcode: connection.qrcode,
      retries: connection.retries,
      health: connection.health,
      lastEventAt: connection.lastEventAt,
    })
    .from(connection)
    .where(and(eq(connection.id, connectionId), isNull(connection.deletedAt)))
    .get();
  if (!row) return [];
  const { name, lastEventAt, ...before } = row;
  const { state: after, effects } = nextStep(before, trigger);
  if (trigger.type === "open") {
    markLinked(unit, connectionId, trigger.number);
    liftBans(unit, connectionId);
  }
  if (trigger.type === "closed" && trigger.ban) recordBan(unit, connectionId, trigger.ban);
  if (isDeepStrictEqual(before, after)) return effects;
  const { statusReason } = after;
  unit.db
    .update(connection)
    .set({ ...after, updatedAt: unit.now })
    .where(eq(connection.id, connectionId))
    .run();
  if (effects.includes("notify")) {
    notifyAdmins(unit, {
      code: `connection_${statusReason}`,
      details: { whatsappId: connectionId, name },
      key: `connection:${connectionId}:${statusReason}:${unit.now}`,
    });
  }
  unit.emit(SessionChanged, { connectionId, before, after, lastEventAt });
  return effects;
}

/** Preserves the time of the first link, and the stored number when the network sent none. */
function markLinked({ db, now }: TenantUnit, connectionId: number, number: string | null): void {
  db.update(connection)
    .set({
      linkedAt: sql`coalesce(${connection.linkedAt}, ${now})`,
      lastEventAt: now,
      ...(number !== null && { number }),
    })
    .where(eq(connection.id, connectionId))
    .run();
}
