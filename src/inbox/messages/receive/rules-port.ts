import type { Message } from "#inbox/messages/schema.ts";
import type { FoundTicket, Ticket } from "#inbox/tickets/index.ts";
import type { KnownContact } from "#people/contacts/index.ts";
import { definePort } from "#platform/ports.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";

/** A customer's message that is stored in its ticket. */
export interface Arrival {
  readonly message: Message;
  readonly ticket: Ticket;
  readonly contact: KnownContact;
  readonly outcome: FoundTicket["outcome"];
  /** The contact was created by this message. */
  readonly isNewContact: boolean;
  /** Id of the tapped menu option, if the network sends one. */
  readonly tap: string | null;
}

/** What rules did instead of the bot. */
export interface Replaced {
  /** True when a rule assigned the conversation, so that the bot does not answer this message. */
  readonly bot: boolean;
  /** True when a rule sent the text for the time outside opening hours. */
  readonly closedText: boolean;
}
export const NOTHING_REPLACED: Replaced = { bot: false, closedText: false };

/**
 * Rules that run between the storing of a message and the bot (docs/rules/rules.md#before-the-bot). Plugged in by a later
 * feature; without it no rule runs.
 */
export interface ArrivalRules {
  /** Whether a rule has to run. Called in the transaction that stores the message; writes nothing and never throws. */
  concern(unit: TenantUnit, arrival: Arrival): boolean;
  /** Runs the rules, one transaction each; after a crash it continues with the next rule. Never throws. */
  run(tenant: Tenant, arrival: Arrival): Replaced;
}
export const ArrivalRulesPort = definePort<ArrivalRules>("arrival-rules");
