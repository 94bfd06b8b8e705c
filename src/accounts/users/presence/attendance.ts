import { UserPresenceChanged } from "#accounts/users/events.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import type { Identity } from "#platform/realtime/hub.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./presence.sql.ts";
import { PresencePort } from "./presence.ts";

/** Minimum interval between writes, ms: nothing needs a finer resolution. */
const SEEN_EVERY_MS = 30_000;

/** Called when a user's first socket opened (`sockets` 1) or the last one closed (0). */
export function hearPresence(installation: Installation, who: Identity, sockets: number): void {
  const presence = installation.ports.use(PresencePort);
  const tenant = installation.tenants.open(who.groupId);
  const somebody = { companyId: who.groupId, userId: who.userId };
  if (sockets > 0) {
    if (presence.arrived(somebody)) tellPresence(tenant, who.userId);
    return;
  }
  storeLastSeen(tenant, who.userId);
  if (presence.left(somebody)) tellPresence(tenant, who.userId);
}

/** A logout makes the user offline at once, without the grace of a minute. */
export function personLoggedOut(tenant: Tenant, userId: number): void {
  const presence = tenant.installation.ports.use(PresencePort);
  if (presence.loggedOut({ companyId: tenant.id, userId })) tellPresence(tenant, userId);
}

/** Makes users offline who had no socket for a minute. */
export function expirePresence(installation: Installation): void {
  for (const { companyId, userId } of installation.ports.use(PresencePort).expire())
    tellPresence(installation.tenants.open(companyId), userId);
}

/** Stores when the user was last active; the page sends this every 5 minutes (docs/rules/users.md#presence). */
export function storeLastSeen(tenant: Tenant, userId: number): void {
  tenant.write(
    (unit) => void execute(unit.db, sql.setLastSeen, { now: unit.now, userId, p3: unit.now - SEEN_EVERY_MS }),
  );
}

/** Emits the presence of a user without a transaction, because presence is not stored. */
function tellPresence(tenant: Tenant, userId: number): void {
  const row = queryOne(tenant.db, sql.awayOf, { userId });
  if (!row) return;
  const online = tenant.installation.ports.use(PresencePort).isOnline(tenant.id, userId);
  tenant.installation.bus.emitAfter(tenant, UserPresenceChanged, { userId, online, away: row.away === 1 });
}
