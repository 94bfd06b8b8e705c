import { closedFor, eventFacts, messageFacts } from "#automation/rules/before-bot/facts.ts";
import { checkRule } from "#automation/rules/check.ts";
import type { RuleBody } from "#automation/rules/contract.ts";
import {
  evaluateRule,
  factsOf,
  matchesSettings,
  shownConditions,
} from "#automation/rules/engine/evaluate-rule.ts";
import type { RuleTrigger } from "#automation/rules/engine/trigger.ts";
import type { Rule } from "#automation/rules/schema.ts";
import type { Conditions } from "#inbox/conditions/contract.ts";
import { messageById } from "#inbox/messages/index.ts";
import { type Ticket, ticketById } from "#inbox/tickets/index.ts";
import { contactById } from "#people/contacts/index.ts";
import { queryAll } from "#platform/db/query.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { DryRunAnswer } from "./contract.ts";
import { PAST_EVENTS, type PastEvent } from "./past-events.sql.ts";

/** Maximum number of tickets in a dry run. */
const MOST = 100;
const MINUTE_MS = 60_000;
/** Fields that do not change after the event. */
const UNCHANGED: ReadonlySet<string> = new Set([
  "channel",
  "origin",
  "group",
  "connection",
  "contact.number",
]);

type Result = DryRunAnswer["results"][number];
type Tried = Pick<Rule, "event" | "settings" | "conditions" | "actions">;

/**
 * `POST /rules/dry-run`, by admins: whether a rule would have fired for the newest tickets with an event of its kind
 * (docs/rules/rules.md#dry-run). Writes and sends nothing. Throws the errors of saving the rule.
 */
export function dryRun(ctx: UserCtx, body: RuleBody): DryRunAnswer {
  const { tenant } = ctx;
  const rule: Tried = { ...body, conditions: body.conditions ?? ({} as Conditions) };
  checkRule(ctx, rule);
  const results: Result[] = [];
  const seen = new Set<number>();
  for (const past of pastEvents(tenant, rule)) {
    if (seen.has(past.ticketId)) continue;
    const result = play(tenant, rule, past);
    if (!result) continue;
    seen.add(past.ticketId);
    if (results.push(result) >= MOST) break;
  }
  return { results };
}

function pastEvents(tenant: Tenant, { event, settings }: Tried): readonly PastEvent[] {
  if (!(event in PAST_EVENTS)) return [];
  return queryAll(tenant.db, PAST_EVENTS[event as keyof typeof PAST_EVENTS], {
    minutesMs: (settings.minutes ?? 0) * MINUTE_MS,
    now: tenant.clock.now(),
    tagIds: JSON.stringify(settings.tagIds ?? []),
  });
}

/** Undefined when the settings of the rule do not select the event. */
function play(tenant: Tenant, rule: Tried, past: PastEvent): Result | undefined {
  const ticket = ticketById(tenant.db, past.ticketId);
  if (!ticket) return undefined;
  if (rule.event === "outside_hours" && closedFor(tenant, ticket.queueId, past.at) === null) return undefined;
  const trigger = triggerOf(tenant, rule, past, ticket);
  const facts = factsOf(tenant, trigger);
  if (!facts || !matchesSettings(rule, trigger)) return undefined;
  const evaluation = evaluateRule(rule, facts);
  return {
    ticketId: ticket.id,
    uuid: ticket.uuid,
    name: contactById(tenant.db, ticket.contactId)?.name ?? "",
    at: new Date(past.at).toISOString(),
    wouldFire: evaluation.holds === true,
    conditions: shownConditions(evaluation).map((condition) => ({
      ...condition,
      asOfToday: !(condition.field in trigger.facts) && !UNCHANGED.has(condition.field),
    })),
  };
}

function triggerOf(tenant: Tenant, rule: Tried, past: PastEvent, ticket: Ticket): RuleTrigger {
  const said = JSON.parse(past.facts ?? "{}") as Partial<Pick<RuleTrigger, "facts" | "change" | "tagId">>;
  const message = past.messageId === null ? undefined : messageById(tenant.db, past.messageId);
  const outcome =
    rule.event === "ticket_created" || rule.event === "contact_created" ? "created" : "existing";
  const own = { ...said.facts, ...(message && messageFacts(message, { outcome, tap: null })) };
  return {
    ...said,
    event: rule.event,
    key: "",
    ticketId: ticket.id,
    contactId: ticket.contactId,
    at: past.at,
    facts: eventFacts(tenant, { queueId: ticket.queueId, at: past.at }, own),
    chain: [],
  };
}
