import { visibleTicket } from "#inbox/tickets/index.ts";
import { queryAll } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { SlaClockAnswer } from "./contract.ts";
import type { SlaClock } from "./schema.ts";
import * as sql from "./sla.sql.ts";

const instant = (ms: number): string => new Date(ms).toISOString();
const instantOrNull = (ms: number | null): string | null => (ms === null ? null : instant(ms));

/** `GET /tickets/{id}/sla`: the promised times of a ticket, newest first. Throws 404 ERR_NO_TICKET_FOUND. */
export function clocksOf(ctx: UserCtx, id: number): { clocks: SlaClockAnswer[] } {
  const { id: ticketId } = visibleTicket(ctx, id);
  return { clocks: queryAll(ctx.tenant.db, sql.clocksOfTicket, { ticketId }).map(presentClock) };
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
