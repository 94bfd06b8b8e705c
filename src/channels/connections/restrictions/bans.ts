import type { Ban } from "#channels/connections/provider.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { liftRestriction, openRestriction, openRestrictions } from "./store.ts";

/** Pause between the end of a ban and the next connect, ms. */
const AFTER_BAN_MS = 60_000;
/** A ban without an end is tried again after this time, ms. */
const UNKNOWN_END_MS = 60 * 60_000;

const KIND = { 402: "temp_ban", 403: "locked", 406: "banned" } as const;

/** Stores that the network banned the account of a connection, for a time or permanently. */
export function recordBan(unit: TenantUnit, connectionId: number, ban: Ban): void {
  const { reason, code, remainingMs, text } = ban;
  openRestriction(unit, {
    ...{ connectionId, kind: KIND[reason], code: code === null ? String(reason) : String(code), text },
    endsAt: remainingMs === null ? null : unit.now + remainingMs,
  });
}

/**
 * Ends the bans of a connection: after a successful connect, which disproves them, and before another number may be
 * linked.
 */
export function liftBans(unit: TenantUnit, connectionId: number): void {
  for (const kind of Object.values(KIND)) liftRestriction(unit, connectionId, kind);
}

/** Milliseconds until a number that is banned for a time may connect again; 0 or less = now. */
export function banPauseMs({ db, clock }: Tenant, connectionId: number): number {
  const ban = openRestrictions(db, connectionId).find(({ kind }) => kind === "temp_ban");
  if (!ban) return 0;
  const connectAt = ban.endsAt === null ? ban.checkedAt + UNKNOWN_END_MS : ban.endsAt + AFTER_BAN_MS;
  return connectAt - clock.now();
}
