import { noUser } from "#accounts/users/errors.ts";
import { UserPresenceChanged } from "#accounts/users/events.ts";
import { findUser, type UserView } from "#accounts/users/queries.ts";
import type { Clock } from "#platform/clock.ts";
import { execute } from "#platform/db/query.ts";
import { definePort } from "#platform/ports.ts";
import type { UserCtx } from "#tenants/tenant.ts";
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
export interface Presence {
  isOnline(companyId: number, userId: number): boolean;
  /** A user's first socket opened; true when this brought them online. */
  arrived(who: Somebody): boolean;
  /** The last socket closed; returns true when the user is offline at once (logged out before). */
  left(who: Somebody): boolean;
  /**
   * The user logged out: offline without grace. Returns true when offline now, false while sockets are still open.
   */
  loggedOut(who: Somebody): boolean;
  /** Returns the users whose grace is over; they are offline from now on. */
  expire(): readonly Somebody[];
  /**
   * Since when a user is offline, ms; null while online. A user who has not connected since the start of the
   * process counts from the start, and after the time to reconnect from the stored `lastSeenAt`.
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
  const startedAt = clock.now();
  const keyOf = (who: Somebody) => `${who.companyId}:${who.userId}`;
  const remove = (who: Somebody, atMs: number): boolean => {
    leftAt.set(keyOf(who), atMs);
    return entries.delete(keyOf(who));
  };
  return {
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

/** Users set and clear their own `away`. */
export function setAway(ctx: UserCtx, away: boolean): UserView {
  const { tenant, actor } = ctx;
  return tenant.write((unit) => {
    const { changes } = execute(unit.db, sql.setAway, { away: away ? 1 : 0, id: actor.id });
    const online = tenant.installation.ports.use(PresencePort).isOnline(tenant.id, actor.id);
    if (changes > 0) unit.emit(UserPresenceChanged, { userId: actor.id, online, away });
    const user = findUser(unit.tenant, actor.id);
    if (!user) throw noUser();
    return user;
  });
}
