import type { Clock } from "#platform/clock.ts";
import { definePort } from "#platform/ports.ts";

/** Still online this long after the last socket closed, ms (behaviour 22). */
const GRACE_MS = 60_000;

export interface Somebody {
  readonly companyId: number;
  readonly userId: number;
}

/** Who is there, from live sockets; nothing is stored, so after a start everybody is offline until sockets come. */
export interface Presence {
  isOnline(companyId: number, userId: number): boolean;
  /** A user's first socket opened; true when this brought them online. */
  arrived(who: Somebody): boolean;
  /** The last socket closed; true when they are offline at once (they logged out before). */
  left(who: Somebody): boolean;
  /** The person logged out: no grace; true when they are offline now, false when sockets are still open. */
  loggedOut(who: Somebody): boolean;
  /** Those whose grace is over; they are offline from now on. */
  expire(): readonly Somebody[];
}

export const PresencePort = definePort<Presence>("presence");

interface Entry extends Somebody {
  /** null while a socket lives. */
  readonly closedAt: number | null;
  readonly leaving: boolean;
}

export function createPresence(clock: Clock): Presence {
  const entries = new Map<string, Entry>();
  const keyOf = (who: Somebody) => `${who.companyId}:${who.userId}`;
  return {
    isOnline: (companyId, userId) => entries.has(keyOf({ companyId, userId })),
    arrived(who) {
      const known = entries.has(keyOf(who));
      entries.set(keyOf(who), { ...who, closedAt: null, leaving: false });
      return !known;
    },
    left(who) {
      const entry = entries.get(keyOf(who));
      if (!entry) return false;
      if (entry.leaving) return entries.delete(keyOf(who));
      entries.set(keyOf(who), { ...who, closedAt: clock.now(), leaving: false });
      return false;
    },
    loggedOut(who) {
      const entry = entries.get(keyOf(who));
      if (!entry) return false;
      if (entry.closedAt !== null) return entries.delete(keyOf(who));
      entries.set(keyOf(who), { ...entry, leaving: true });
      return false;
    },
    expire() {
      const over = [...entries.values()].filter(
        (entry) => entry.closedAt !== null && clock.now() - entry.closedAt >= GRACE_MS,
      );
      for (const entry of over) entries.delete(keyOf(entry));
      return over;
    },
  };
}
