import type { RuleEvent } from "#automation/rules/contract.ts";
import type { Occasion } from "#automation/rules/engine/occasion.ts";
import { rulesFor, runRules } from "#automation/rules/engine/run-rules.ts";
import { factsOf, verdictOf } from "#automation/rules/engine/verdict.ts";
import { noteNotMatched } from "#automation/rules/log/not-matched.ts";
import { listeningTo } from "#automation/rules/queries.ts";
import type { Facts } from "#inbox/conditions/index.ts";
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
  let facts: Facts | undefined;
  const notes: (() => void)[] = [];
  for (const event of events) {
    const occasion = occasionOf(tenant, event, arrival);
    for (const rule of rulesFor(tenant, occasion)) {
      facts ??= factsOf(tenant, occasion);
      if (!facts) return false;
      const verdict = verdictOf(rule, facts);
      if (verdict.holds === true) return true;
      const { key: eventKey, ticketId, contactId } = occasion;
      const at = tenant.clock.now();
      notes.push(() =>
        noteNotMatched(tenant, rule.id, { eventKey, ticketId, contactId, at, depth: 0, verdict }),
      );
    }
  }
  for (const note of notes) note();
  return false;
}

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
    key: `m${message.id}`,
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
