import type { RuleEvent } from "#automation/rules/contract.ts";
import { factsOf } from "#automation/rules/engine/evaluate-rule.ts";
import { rulesFor, runRules } from "#automation/rules/engine/run-rules.ts";
import type { RuleTrigger } from "#automation/rules/engine/trigger.ts";
import { noteNotMatched } from "#automation/rules/log/not-matched.ts";
import { listeningTo } from "#automation/rules/queries.ts";
import type { Rule } from "#automation/rules/schema.ts";
import { type Facts, holds } from "#inbox/conditions/index.ts";
import type { Arrival, ArrivalRules, Replaced } from "#inbox/messages/index.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { closedFor, eventFacts, messageFacts } from "./facts.ts";

/** The events of a customer's message, in the order in which their rules run. */
const EVENTS = ["contact_created", "ticket_created", "message_received", "outside_hours"] as const;

/** Rules between the storing of a message and the bot (docs/rules/rules.md#before-the-bot). */
export const arrivalRules: ArrivalRules = {
  concern({ tenant }, arrival) {
    const events = eventsOf(tenant, arrival);
    if (events.length === 0) return false;
    try {
      return anyMatches(tenant, events, arrival);
    } catch (error) {
      tenant.log.error(
        { message: arrival.message.id, err: error },
        "evaluating the conditions of rules failed; the message is processed without rules",
      );
      return false;
    }
  },
  run(tenant, arrival) {
    let replaced: Replaced = { bot: false, closedText: false };
    for (const event of eventsOf(tenant, arrival)) {
      try {
        const { bot, closedText } = runRules(tenant, triggerOf(tenant, event, arrival));
        replaced = { bot: replaced.bot || bot, closedText: replaced.closedText || closedText };
      } catch (error) {
        tenant.log.error(
          { message: arrival.message.id, event, err: error },
          "running the rules of a message failed; the bot runs without them",
        );
      }
    }
    return replaced;
  },
};

/** Whether any rule matches. If none does, the message is processed in one transaction, as without rules. */
function anyMatches(tenant: Tenant, events: readonly RuleEvent[], arrival: Arrival): boolean {
  const evaluated: [RuleEvent, readonly Rule[]][] = [];
  let facts: Facts | undefined;
  for (const event of events) {
    const trigger = triggerOf(tenant, event, arrival);
    const rules = rulesFor(tenant, trigger);
    facts ??= factsOf(tenant, trigger);
    if (!facts) return false;
    for (const rule of rules) if (holds(rule.conditions, facts)) return true;
    evaluated.push([event, rules]);
  }
  if (!facts) return false;
  const { message, ticket, contact } = arrival;
  const ids = { eventKey: keyOf(message), ticketId: ticket.id, contactId: contact.id };
  const seen = { ...ids, at: tenant.clock.now(), depth: 0, facts };
  for (const [event, rules] of evaluated) noteNotMatched(tenant, event, rules, seen);
  return false;
}

const keyOf = ({ id }: Arrival["message"]): string => `m${id}`;

function eventsOf(tenant: Tenant, { outcome, isNewContact, ticket, message }: Arrival): readonly RuleEvent[] {
  return EVENTS.filter((event) => {
    if (listeningTo(tenant, event).length === 0) return false;
    if (event === "contact_created") return isNewContact && !ticket.isGroup;
    if (event === "ticket_created") return outcome !== "existing";
    if (event === "message_received") return true;
    return closedFor(tenant, ticket.queueId, message.createdAt) !== null;
  });
}

const triggerOf = (tenant: Tenant, event: RuleEvent, arrival: Arrival): RuleTrigger => {
  const { message, ticket, contact } = arrival;
  return {
    event,
    key: keyOf(message),
    ticketId: ticket.id,
    contactId: contact.id,
    at: message.createdAt,
    facts: eventFacts(
      tenant,
      { queueId: ticket.queueId, at: message.createdAt },
      messageFacts(message, arrival),
    ),
    message,
    chain: [],
  };
};
