import { and, eq, gt, isNull, or } from "drizzle-orm";
import type { AccountLimits, NewChatQuota } from "#channels/connections/provider.ts";
import { newChatQuota } from "#channels/connections/schema.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { isConfirmed, liftRestriction, openRestriction, openRestrictions } from "./store.ts";

/** A suspicion that the network neither confirms nor denies ends after this time, ms (docs/rules/reach.md#kinds). */
const SUSPICION_MS = 24 * 60 * 60_000;

/** Stores what the network stated about an unofficial number (docs/rules/reach.md#kinds). */
export function applyLimits(unit: TenantUnit, connectionId: number, limits: AccountLimits): void {
  const { lock, quotas } = limits;
  if (lock?.isActive)
    openRestriction(unit, {
      ...{ connectionId, kind: "reachout_lock", endsAt: lock.endsAt },
      rawType: lock.type || null,
    });
  else if (lock) liftRestriction(unit, connectionId, "reachout_lock");
  for (const quota of quotas) storeQuota(unit, connectionId, quota);
  if (quotas.length > 0) applyCap(unit, connectionId);
}

function storeQuota(unit: TenantUnit, connectionId: number, quota: NewChatQuota): void {
  const { type, ...values } = { ...quota, toldAt: unit.now };
  unit.db
    .insert(newChatQuota)
    .values({ connectionId, type, ...values })
    .onConflictDoUpdate({ target: [newChatQuota.connectionId, newChatQuota.type], set: values })
    .run();
}

/** The limit is in force while one of the counted types is capped and its cycle has not ended. */
export function applyCap(unit: TenantUnit, connectionId: number): void {
  const capped = unit.db
    .select()
    .from(newChatQuota)
    .where(
      and(
        eq(newChatQuota.connectionId, connectionId),
        eq(newChatQuota.status, "CAPPED"),
        or(isNull(newChatQuota.endsAt), gt(newChatQuota.endsAt, unit.now)),
      ),
    )
    .all();
  const [first] = capped;
  if (!first) {
    liftRestriction(unit, connectionId, "new_chat_cap");
    return;
  }
  const ends = capped.map(({ endsAt }) => endsAt);
  const endsAt = ends.some((end) => end === null) ? null : Math.max(...ends.map(Number));
  openRestriction(unit, { connectionId, kind: "new_chat_cap", rawType: first.status, endsAt });
}

/** Ends old suspicions: the network may never answer, and new chats must not be held forever. */
export function dropOldSuspicions(unit: TenantUnit, connectionId: number): void {
  for (const restriction of openRestrictions(unit.db, connectionId))
    if (!isConfirmed(restriction) && restriction.since <= unit.now - SUSPICION_MS)
      liftRestriction(unit, connectionId, restriction.kind);
}
