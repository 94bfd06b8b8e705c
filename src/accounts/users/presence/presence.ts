import { noUser } from "#accounts/users/errors.ts";
import { UserPresenceChanged } from "#accounts/users/events.ts";
import { findUser, type UserView } from "#accounts/users/queries.ts";
import type { Clock } from "#platform/clock.ts";
import { execute, queryOne } from "#platform/db/query.ts";
import { definePort } from "#platform/ports.ts";
import type { Identity } from "#platform/realtime/hub.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { NO_REASONS, PauseReasonsPort } from "./pause-reasons.ts";
import * as sql from "./presence.sql.ts";

/**
 * Time after the last socket closed during which a user still counts as online, ms (docs/rules/users.md#presence).
 */
const GRACE_MS = 60_000;
/** Time for browsers to reconnect after a start of the server, ms. */
const RETURN_MS = 2 * 60_000;

interface Somebody {
  readonly companyId: number;
  readonly userId: number;
}

/**
 * Presence from live sockets; nothing is stored, so after a start everyone is offline until sockets connect.
 */
interface Presence {
  /** Start of the process, ms. */
  readonly startedAt: number;
  isOnline(companyId: number, userId: number): boolean;
  /** When the last socket of a user closed, ms; null = none closed in this process. */
  lastClosedAt(who: Somebody): number | null;
  /**
   * The users with an open socket. Excludes users who still count as online for a minute after their last socket
   * closed.
   */
  connected(): readonly Somebody[];
  /** A user's first socket opened; true when this brought them online. */
  arrived(who: Somebody): boolean;
  /** The user's last socket closed. Returns true when the user is offline immediately, because of an earlier logout. */
  left(who: Somebody): boolean;
  /**
   * The user logged out, so the minute after the last socket does not apply. Returns true when the user is offline now,
   * false while sockets are still open.
   */
  loggedOut(who: Somebody): boolean;
  /** Returns the users whose last socket closed a minute ago; they are offline from now on. */
  expire(): readonly Somebody[];
  /**
   * Since when a user is offline, ms; null while online. For a user who has not connected since the process started,
   * the time is the start of the process; once browsers had time to reconnect, it is the stored `lastSeenAt`.
   */
  offlineSince(who: Somebody, lastSeenAt: number | null): number | null;
}

export const PresencePort = definePort<Presence>("presence");

interface Entry extends Somebody {
  /** Time at which the last socket closed, ms; null while one is open. */
  readonly closedAt: number | null;
  readonly leaving: boolean;
}

export function createPresence(clock: Clock): Presence {
  const entries = new Map<string, Entry>();
  const leftAt = new Map<string, number>();
  const closedAt = new Map<string, number>();
  const startedAt = clock.now();
  const keyOf = (who: Somebody) => `${who.companyId}:${who.userId}`;
  const remove = (who: Somebody, atMs: number): boolean => {
    leftAt.set(keyOf(who), atMs);
    return entries.delete(keyOf(who));
  };
  return {
    startedAt,
    lastClosedAt: (who) => closedAt.get(keyOf(who)) ?? null,
    connected: () => [...entries.values()].filter(({ closedAt }) => closedAt === null),
    isOnline: (companyId, userId) => entries.has(keyOf({ companyId, userId })),
    arrived(who) {
      leftAt.delete(keyOf(who));
      const known = entries.has(keyOf(who));
      entries.set(keyOf(who), { ...who, closedAt: null, leaving: false });
      return !known;
    },
    left(who) {
      const entry = entries.get(keyOf(who));
      if (!entry) return false;
      closedAt.set(keyOf(who), clock.now());
      if (entry.leaving) return remove(who, clock.now());
      entries.set(keyOf(who), { ...who, closedAt: clock.now(), leaving: false });
      return false;
    },
    loggedOut(who) {
      const entry = entries.get(keyOf(who));
      if (!entry) return false;
      if (entry.closedAt !== null) return remove(who, clock.now());
      entries.set(keyOf(who), { ...entry, leaving: true });
      return false;
    },
    expire() {
      const over = [...entries.values()].filter(
        (entry) => entry.closedAt !== null && clock.now() - entry.closedAt >= GRACE_MS,
      );
      for (const entry of over) remove(entry, (entry.closedAt ?? 0) + GRACE_MS);
      return over;
    },
    offlineSince(who, lastSeenAt) {
      if (entries.has(keyOf(who))) return null;
      const left = leftAt.get(keyOf(who));
      if (left !== undefined) return left;
      const returned = clock.now() - startedAt >= RETURN_MS;
      return returned && lastSeenAt !== null ? Math.min(lastSeenAt, startedAt) : startedAt;
    },
  };
}

/**
 * A user sets or clears the own `away`, with the reason of the pause (docs/rules/work-times.md#pauses). Throws 400
 * ERR_VALIDATION.
 */
export const setAway = (
  { tenant, actor }: UserCtx,
  away: boolean,
  reasonId: number | null = null,
): UserView => setAwayOf(tenant, actor.id, { away, reasonId });

/** Sets `away` of a user; checks no permissions. Throws 404 ERR_NO_USER_FOUND, 400 ERR_VALIDATION. */
export function setAwayOf(
  tenant: Tenant,
  userId: number,
  { away, reasonId }: { readonly away: boolean; readonly reasonId: number | null },
): UserView {
  const { ports } = tenant.installation;
  return tenant.write((unit) => {
    if (!findUser(tenant, userId)) throw noUser();
    const chosen = away ? (ports.find(PauseReasonsPort) ?? NO_REASONS).chosen(tenant, reasonId) : null;
    const { changes } = execute(unit.db, sql.setAway, { away: away ? 1 : 0, reasonId: chosen, id: userId });
    const online = ports.use(PresencePort).isOnline(tenant.id, userId);
    if (changes > 0) unit.emit(UserPresenceChanged, { userId, online, away });
    const user = findUser(tenant, userId);
    if (!user) throw noUser();
    return user;
  });
}

/** Minimum interval between writes, ms: nothing needs a finer resolution. */
const SEEN_EVERY_MS = 30_000;

/** Called when a user's first socket opened (`sockets` 1) or the last one closed (0). */
export function hearPresence(installation: Installation, who: Identity, sockets: number): void {
  const presence = installation.ports.use(PresencePort);
  const tenant = installation.tenants.open(who.groupId);
  const somebody = { companyId: who.groupId, userId: who.userId };
  if (sockets > 0) {
    if (presence.arrived(somebody)) announcePresence(tenant, who.userId);
    return;
  }
  storeLastSeen(tenant, who.userId);
  if (presence.left(somebody)) announcePresence(tenant, who.userId);
}

/** A logout makes the user offline at once, not only after a minute without a socket. */
export function personLoggedOut(tenant: Tenant, userId: number): void {
  const presence = tenant.installation.ports.use(PresencePort);
  if (presence.loggedOut({ companyId: tenant.id, userId })) announcePresence(tenant, userId);
}

/** Makes users offline who had no socket for a minute. */
export function expirePresence(installation: Installation): void {
  const { ports, tenants } = installation;
  // A company may have been moved to another cell meanwhile.
  for (const { companyId, userId } of ports.use(PresencePort).expire())
    if (tenants.exists(companyId)) announcePresence(tenants.open(companyId), userId);
}

/** Stores when the user was last active; the page sends this every 5 minutes (docs/rules/users.md#presence). */
export function storeLastSeen(tenant: Tenant, userId: number): void {
  tenant.write(
    (unit) => void execute(unit.db, sql.setLastSeen, { now: unit.now, userId, p3: unit.now - SEEN_EVERY_MS }),
  );
}

/** Emits the presence of a user without a transaction, because presence is not stored. */
function announcePresence(tenant: Tenant, userId: number): void {
  const row = queryOne(tenant.db, sql.awayOf, { userId });
  if (!row) return;
  const online = tenant.installation.ports.use(PresencePort).isOnline(tenant.id, userId);
  tenant.installation.bus.emitAfter(tenant, UserPresenceChanged, { userId, online, away: row.away === 1 });
}
