import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";
import { sendNext } from "./send-next.ts";

/**
 * Timers of the senders, so that each message is dispatched at its due time instead of at the next run of the job up
 * to a second later.
 */
export interface Pacer {
  /** Schedules the next send of a connection at `atMs`, replacing the previous time; null cancels it. */
  plan(companyId: number, connectionId: number, atMs: number | null): void;
  stop(): void;
}
export const PacerPort = definePort<Pacer>("campaign-pacer");

/** The timers are not durable: the due times are stored in rows, and the job finds them after a restart. */
export function createPacer({ clock, tenants, log }: Installation): Pacer {
  const timers = new Map<string, () => void>();
  let stopped = false;
  const plan: Pacer["plan"] = (companyId, connectionId, atMs) => {
    const key = `${companyId}:${connectionId}`;
    timers.get(key)?.();
    timers.delete(key);
    if (atMs === null || stopped) return;
    const ring = () => {
      timers.delete(key);
      try {
        plan(companyId, connectionId, sendNext(tenants.open(companyId), connectionId));
      } catch (error) {
        log.error(
          { company: companyId, connection: connectionId, err: error },
          "sending a campaign failed; it is retried",
        );
      }
    };
    timers.set(key, clock.after(Math.max(0, Math.min(atMs - clock.now(), LONGEST_MS)), ring));
  };
  return {
    plan,
    stop() {
      stopped = true;
      for (const cancel of timers.values()) cancel();
      timers.clear();
    },
  };
}

/** Longest timer, ms: timers of the runtime are limited to 24 days, so a longer wait continues with another timer. */
const LONGEST_MS = 3_600_000;
