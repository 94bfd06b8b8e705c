import type { ShownSla } from "#inbox/tickets/index.ts";
import type { SlaClock } from "./schema.ts";

/** The most urgent open clock: the earliest missed, else the next due, else the paused one with the least time left. */
function mostUrgent(clocks: readonly SlaClock[]): SlaClock | undefined {
  const rank = ({ missedAt, pausedAt }: SlaClock) => (missedAt !== null ? 0 : pausedAt === null ? 1 : 2);
  const time = (clock: SlaClock) => (rank(clock) === 2 ? clock.remainingMs : clock.dueAt);
  return clocks.toSorted((a, b) => rank(a) - rank(b) || time(a) - time(b) || a.id - b.id)[0];
}

/** The columns of a ticket that show its most urgent open clock (docs/rules/sla.md#chip). */
export function shownOf(slaPolicyId: number | null, clocks: readonly SlaClock[]): ShownSla {
  const clock = mostUrgent(clocks);
  if (!clock) return { slaPolicyId, slaTarget: null, slaState: null, slaDueAt: null, slaLeftMs: null };
  const isMissed = clock.missedAt !== null;
  const isPaused = clock.pausedAt !== null && !isMissed;
  return {
    slaPolicyId,
    slaTarget: clock.target,
    slaState: isMissed ? "missed" : clock.warnedAt !== null ? "soon" : "running",
    slaDueAt: isPaused ? null : clock.dueAt,
    slaLeftMs: isPaused ? clock.remainingMs : null,
  };
}
