import { queryAll } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { withDue } from "./clock.ts";
import { hoursFor } from "./hours.ts";
import { policiesOf } from "./policies.ts";
import { storeClock } from "./rows.ts";
import type { SlaClock } from "./schema.ts";
import { settleTicket } from "./settle.ts";
import * as sql from "./sla.sql.ts";
import { SLA_RECOUNT } from "./wake.ts";

/** Requests that all open clocks are recomputed, after a change of hours, holidays, the time zone or policies. */
export function recountClocks(unit: TenantUnit): void {
  unit.scheduleWake(SLA_RECOUNT, unit.now);
  unit.afterCommit(() => requested.set(unit.tenant.base, requestsOf(unit.tenant) + 1));
}

/** Number of requests since the start of the process. A request that arrives during a run causes another run. */
const requested = new WeakMap<Tenant, number>();
const requestsOf = (tenant: Tenant): number => requested.get(tenant.base) ?? 0;

/** Every 5 s: recomputes due times after a change of hours or policies (docs/rules/sla.md#recount). Repeating a run changes nothing. */
export const slaRecount = defineDueJob({
  job: SLA_RECOUNT,
  every: { seconds: 5 },
  whileHeld: true,
  failure: "recomputing SLA clocks failed; retry in 5 s",
  run: recountAll,
});

/** Returns the time of the next run, ms; null = no run is needed until a change. */
async function recountAll(tenant: Tenant): Promise<number | null> {
  const before = requestsOf(tenant);
  let after = 0;
  for (;;) {
    const tickets = queryAll(tenant.db, sql.ticketsWithClocks, { after });
    const last = tickets.at(-1);
    if (!last) return requestsOf(tenant) === before ? null : tenant.clock.now();
    tenant.write((unit) => {
      for (const { ticketId } of tickets) recount(unit, ticketId);
    });
    after = last.ticketId;
    await yieldToEventLoop(tenant);
  }
}

function recount(unit: TenantUnit, ticketId: number): void {
  for (const clock of queryAll(unit.db, sql.openClocks, { ticketId })) {
    const next = recounted(unit, clock);
    if (next && (next.dueAt !== clock.dueAt || next.nextAt !== clock.nextAt)) storeClock(unit, next);
  }
  settleTicket(unit, ticketId, { before: null, choose: false });
}

/** Recomputes a clock; time counted before its last pause is kept. Undefined = the hours never open. */
function recounted({ tenant, now }: TenantUnit, clock: SlaClock): SlaClock | undefined {
  const policy = policiesOf(tenant).byId.get(clock.policyId);
  if (!policy) return undefined;
  const { hours, warnPercent } = policy;
  return withDue(clock, { hours: hoursFor(tenant, hours, clock.hoursQueueId), warnPercent, now });
}
