import { mayWork } from "#accounts/companies/index.ts";
import { addOpenTime, type Hours, hoursOf, openTimeBefore } from "#accounts/opening-hours/index.ts";
import { findQueue } from "#accounts/queues/index.ts";
import { setting } from "#accounts/settings/index.ts";
import { eventFacts } from "#automation/rules/before-bot/facts.ts";
import { TIMED_EVENTS, type TimedEvent } from "#automation/rules/contract.ts";
import { runRule } from "#automation/rules/engine/run-rules.ts";
import { RuleSaved } from "#automation/rules/events.ts";
import { listeningTo } from "#automation/rules/queries.ts";
import type { Rule } from "#automation/rules/schema.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./timed.sql.ts";

/** Name of the wake-up of companies with timed rules. */
const TIMED_DUE = "timed_rules";
const EVERY_SECONDS = 30;
const MINUTE_MS = 60_000;
/** After downtime, a rule does not fire for due times that are longer ago than this, ms. */
const LATE_MS = 24 * 60 * MINUTE_MS;
/** Maximum number of tickets per rule and opening hours in one run; the next run continues with the others. */
const AT_A_TIME = 200;

const WAITING = { no_answer: sql.noAnswer, customer_silent: sql.customerSilent } as const;

/** Every 30 s: fires rules whose number of minutes has passed (docs/rules/rules.md#timed). */
export const fireTimedRules = defineDueJob({
  job: TIMED_DUE,
  every: { seconds: EVERY_SECONDS },
  failure: "running timed rules failed; retry in 30 s",
  run: runTimed,
});

/** Wakes the job when a timed rule is switched on. */
export function watchTimedRules({ bus }: Installation): void {
  bus.within(RuleSaved, (unit, { after }) => {
    if (after.active && isTimed(after)) unit.scheduleWake(TIMED_DUE, unit.now);
  });
}

const isTimed = ({ event }: Rule): boolean => TIMED_EVENTS.some((timed) => timed === event);

async function runTimed(tenant: Tenant): Promise<number | null> {
  const rules = TIMED_EVENTS.flatMap((event) => listeningTo(tenant, event).map((rule) => ({ event, rule })));
  if (rules.length === 0) return null;
  for (const { event, rule } of rules) {
    if (mayWork(tenant)) await runTimedRule(tenant, event, rule);
    await yieldToEventLoop(tenant);
  }
  return tenant.clock.now() + EVERY_SECONDS * 1000;
}

/**
 * Fires a rule for the tickets that became due since its last run. Due times before the rule was switched on are not
 * handled.
 */
async function runTimedRule(tenant: Tenant, event: TimedEvent, rule: Rule): Promise<void> {
  const now = tenant.clock.now();
  const ms = (rule.settings.minutes ?? 0) * MINUTE_MS;
  const checkedAt = Math.max(rule.checkedAt ?? now, now - LATE_MS);
  let isComplete = true;
  for (const { queueId, hours } of scopesOf(tenant, rule)) {
    const after = openTimeBefore(hours, checkedAt, ms);
    const upTo = openTimeBefore(hours, now, ms);
    if (after === null || upTo === null || upTo <= after) continue;
    const due = queryAll(tenant.db, WAITING[event], { after, upTo, queueId, limit: AT_A_TIME });
    isComplete &&= due.length < AT_A_TIME;
    for (const ticket of due) {
      fireFor(tenant, event, rule, ticket, addOpenTime(hours, ticket.since, ms) ?? now);
      await yieldToEventLoop(tenant);
    }
  }
  // While tickets are left, the time of the last run is not stored: the next run reads all of them again and skips by
  // key those for which the rule has fired.
  if (isComplete) tenant.write((unit) => execute(unit.db, sql.setChecked, { id: rule.id, now }));
}

function fireFor(tenant: Tenant, event: TimedEvent, rule: Rule, ticket: sql.Waiting, at: number): void {
  const { ticketId, contactId, queueId, mark } = ticket;
  const key = `${event}:${ticketId}:${mark}`;
  const facts = eventFacts(tenant, { queueId, at: tenant.clock.now() });
  runRule(tenant, rule, { event, key, ticketId, contactId, at, facts, chain: [] });
}

/** The opening hours in which the minutes of a rule count, each with the queues of the tickets that use them. */
function scopesOf(
  tenant: Tenant,
  { settings }: Rule,
): { readonly queueId: number; readonly hours: Hours | null }[] {
  if (settings.hours !== "open") return [{ queueId: 0, hours: null }];
  if (setting(tenant, "scheduleType") !== "queue") return [{ queueId: 0, hours: hoursOf(tenant, null) }];
  const queues = queryAll(tenant.db, sql.queueIds).map(({ id }) => ({
    queueId: id,
    hours: hoursOf(tenant, findQueue(tenant.db, id) ?? null),
  }));
  return [{ queueId: -1, hours: null }, ...queues];
}
