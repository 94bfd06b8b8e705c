import { type Hours, openTimeBetween } from "#accounts/opening-hours/index.ts";
import { visibleTicket } from "#inbox/tickets/index.ts";
import { queryAll } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { elapsed } from "./clock.ts";
import type { SlaClockAnswer } from "./contract.ts";
import { hoursFor } from "./hours.ts";
import type { SlaClock } from "./schema.ts";
import * as sql from "./sla.sql.ts";

const instant = (ms: number): string => new Date(ms).toISOString();
const instantOrNull = (ms: number | null): string | null => (ms === null ? null : instant(ms));

/** `GET /tickets/{id}/sla`: the promised times of a ticket, newest first. Throws 404 ERR_NO_TICKET_FOUND. */
export function clocksOf(ctx: UserCtx, id: number): { clocks: SlaClockAnswer[] } {
  const { id: ticketId } = visibleTicket(ctx, id);
  const { tenant } = ctx;
  const now = tenant.clock.now();
  return {
    clocks: queryAll(tenant.db, sql.clocksOfTicket, { ticketId }).map((clock) => ({
      ...presentClock(clock),
      ...countedTimes(clock, hoursFor(tenant, clock.hours, clock.hoursQueueId), now),
    })),
  };
}

/** The times that a clock has counted until now or until its end. `hours`: the hours that count, null = every hour. */
function countedTimes(clock: SlaClock, hours: Hours | null, now: number) {
  const end = clock.metAt ?? clock.droppedAt ?? now;
  const elapsedMs = clock.takenMs ?? elapsed(clock, { hours, now: end });
  const pausedMs = Math.max(0, openTimeBetween(hours, clock.startedAt, end) - elapsedMs);
  return { targetMs: clock.targetMs, elapsedMs, pausedMs };
}

function stateOf({ metAt, missedAt, droppedAt, pausedAt, warnedAt }: SlaClock): SlaClockAnswer["state"] {
  if (missedAt !== null) return "missed";
  if (metAt !== null) return "met";
  if (droppedAt !== null) return "dropped";
  if (pausedAt !== null) return "paused";
  return warnedAt === null ? "running" : "soon";
}

export function presentClock(clock: sql.NamedClock): SlaClockAnswer {
  const state = stateOf(clock);
  return {
    id: clock.id,
    policy: { id: clock.policyId, name: clock.policyName },
    target: clock.target,
    state,
    startedAt: instant(clock.startedAt),
    dueAt: state === "paused" ? null : instant(clock.dueAt),
    leftMs: state === "paused" ? clock.remainingMs : null,
    metAt: instantOrNull(clock.metAt),
    missedAt: instantOrNull(clock.missedAt),
  };
}
