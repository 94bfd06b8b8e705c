import { definePort } from "#platform/ports.ts";
import type { Installation } from "#tenants/installation.ts";
import { sendNext } from "./send-next.ts";

/** Keeps the time of the senders, so that each dispatches at its moment and not at the next second of a job. */
export interface Pacer {
  /** Schedules the next send of a connection, ms, in place of the previous time; null = none. */
  plan(companyId: number, connectionId: number, atMs: number | null): void;
  stop(): void;
}
export const PacerPort = definePort<Pacer>("campaign-pacer");

/** Timers are only a hint: the due times are in the rows, and the job finds them when a timer was lost. */
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

/** Longer waits are broken in two: timers hold 24 days at most. */
const LONGEST_MS = 3_600_000;
