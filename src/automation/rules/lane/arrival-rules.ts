import type { RuleEvent } from "#automation/rules/contract.ts";
import type { Occasion } from "#automation/rules/engine/occasion.ts";
import { rulesFor, runRules } from "#automation/rules/engine/run-rules.ts";
import { factsOf } from "#automation/rules/engine/verdict.ts";
import { noteNotMatched } from "#automation/rules/log/not-matched.ts";
import { listeningTo } from "#automation/rules/queries.ts";
import type { Rule } from "#automation/rules/schema.ts";
import { type Facts, holds } from "#inbox/conditions/index.ts";
import type { Arrival, ArrivalRules, Replaced } from "#inbox/messages/index.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { closedFor, eventFacts, messageFacts } from "./facts.ts";

/** The events of a customer's message, in the order in which their rules run. */
const IN_LANE = ["contact_created", "ticket_created", "message_received", "outside_hours"] as const;

/** Rules between the storing of a message and the bot (docs/rules/rules.md#in-the-lane). */
export const arrivalRules: ArrivalRules = {
  concern({ tenant }, arrival) {
    const events = eventsOf(tenant, arrival);
    if (events.length === 0) return false;
    try {
      return decides(tenant, events, arrival);
    } catch (error) {
      tenant.log.error(
        { message: arrival.message.id, err: error },
        "conditions of rules could not be judged",
      );
      return false;
    }
  },
  run(tenant, arrival) {
    let replaced: Replaced = { bot: false, closedText: false };
    for (const event of eventsOf(tenant, arrival)) {
      try {
        const { bot, closedText } = runRules(tenant, occasionOf(tenant, event, arrival));
        replaced = { bot: replaced.bot || bot, closedText: replaced.closedText || closedText };
      } catch (error) {
        tenant.log.error({ message: arrival.message.id, event, err: error }, "rules of a message not run");
      }
    }
    return replaced;
  },
};

/** Whether the conditions of any rule hold. Where none does, the message is taken in one transaction as without rules. */
function decides(tenant: Tenant, events: readonly RuleEvent[], arrival: Arrival): boolean {
  const judged: Rule[] = [];
  let facts: Facts | undefined;
  for (const event of events) {
    const occasion = occasionOf(tenant, event, arrival);
    const rules = rulesFor(tenant, occasion);
    facts ??= factsOf(tenant, occasion);
    if (!facts) return false;
    for (const rule of rules) if (holds(rule.conditions, facts)) return true;
    judged.push(...rules);
  }
  const { message, ticket, contact } = arrival;
  const ids = { eventKey: keyOf(message), ticketId: ticket.id, contactId: contact.id };
  if (facts) noteNotMatched(tenant, judged, { ...ids, at: tenant.clock.now(), depth: 0, facts });
  return false;
}

const keyOf = ({ id }: Arrival["message"]): string => `m${id}`;

function eventsOf(tenant: Tenant, { outcome, isNewContact, ticket, message }: Arrival): readonly RuleEvent[] {
  return IN_LANE.filter((event) => {
    if (listeningTo(tenant, event).length === 0) return false;
    if (event === "contact_created") return isNewContact && !ticket.isGroup;
    if (event === "ticket_created") return outcome !== "existing";
    if (event === "message_received") return true;
    return closedFor(tenant, ticket.queueId, message.createdAt) !== null;
  });
}

const occasionOf = (tenant: Tenant, event: RuleEvent, arrival: Arrival): Occasion => {
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
