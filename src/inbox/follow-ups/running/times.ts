import { firstOpen, hoursOf } from "#accounts/opening-hours/index.ts";
import { findQueue } from "#accounts/queues/index.ts";
import { timeZoneOf } from "#accounts/settings/index.ts";
import type { FollowUpRun } from "#inbox/follow-ups/schema.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { addDays, dayAt, parseInstant } from "#platform/dates.ts";
import type { Tenant } from "#tenants/tenant.ts";

const MINUTE_MS = 60_000;
/** Steps beyond the daily cap are sent from this time of the next day. */
const NEXT_DAY_FROM = "08:00";

type Timed = Pick<FollowUpRun, "steps" | "ending" | "onlyInHours">;
type Place = Pick<Ticket, "queueId">;

/**
 * Due time of step number `step` (from 0), or of the end after the last step; `fromMs`: when the previous step was
 * sent.
 */
export function dueAt(tenant: Tenant, ticket: Place, run: Timed, step: number, fromMs: number): number {
  const { waitMinutes } = run.steps[step] ?? run.ending;
  const at = fromMs + waitMinutes * MINUTE_MS;
  return openAt(tenant, ticket, run, at) ?? at;
}

/** The first time from `atMs` on at which the run may send; null = the queue never opens. */
export function openAt(
  tenant: Tenant,
  { queueId }: Place,
  { onlyInHours }: Timed,
  atMs: number,
): number | null {
  if (!onlyInHours) return atMs;
  const queue = queueId === null ? null : (findQueue(tenant.db, queueId) ?? null);
  return firstOpen(hoursOf(tenant, queue), atMs);
}

/** The time at which a step beyond today's cap is sent. */
export function nextDay(tenant: Tenant, ticket: Place, run: Timed, nowMs: number): number {
  const zone = timeZoneOf(tenant);
  const tomorrow = addDays(dayAt(nowMs, zone), 1);
  const at = parseInstant(`${tomorrow} ${NEXT_DAY_FROM}`, zone) ?? nowMs + 24 * 60 * MINUTE_MS;
  return openAt(tenant, ticket, run, at) ?? at;
}
