import type { RuleEvent, StatusChange } from "#automation/rules/contract.ts";
import type { Fact } from "#inbox/conditions/index.ts";
import type { Message } from "#inbox/messages/index.ts";

/** An event that triggers rules, with the values that rules need of it. */
export interface RuleTrigger {
  readonly event: RuleEvent;
  /** Unique among events of its kind: a rule fires once for it. */
  readonly key: string;
  /** Null for a contact without a ticket. */
  readonly ticketId: number | null;
  readonly contactId: number | null;
  /** When it happened, ms. */
  readonly at: number;
  /** Values of the event that conditions compare. They take precedence over those of the ticket. */
  readonly facts: Readonly<Record<string, Fact>>;
  /** The value that the settings of a rule are compared with. */
  readonly change?: StatusChange;
  readonly tagId?: number;
  /** The event concerns only rules with a condition on this field. */
  readonly about?: string;
  /** The customer's message, for rules that run before the bot. */
  readonly message?: Message;
  /** Ids of the rules that caused it, the first one first. */
  readonly chain: readonly number[];
}
