import type { Message } from "#inbox/messages/index.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { definePort } from "#platform/ports.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import type { ResponderRef } from "./engine/context.ts";

export interface Handover {
  /** The current row; it names the responder (`useIntegration`). */
  readonly ticket: Ticket;
  /** The customer's last message; null after a transfer by a person. */
  readonly message: Message | null;
  /** The integration or the prompt. */
  readonly id: number;
}

/**
 * A kind of responder: AI prompts, or integrations (docs/rules/prompts.md#start-and-stop,
 * docs/rules/integrations.md#life).
 */
export interface BotResponder {
  /** Whether this responder exists and can take a conversation; otherwise the ticket waits for a person. */
  takes(tenant: Tenant, id: number): boolean;
  /** Starts the conversation with the responder, in the transaction of the bot turn that chose it. */
  begin(unit: TenantUnit, handover: Handover): void;
  /**
   * Passes a further message of the customer to the responder, in the transaction that stores the message; called
   * only while bots may answer.
   */
  hear(unit: TenantUnit, heard: Handover & { readonly message: Message }): void;
}

/** The responders; each feature registers its kind when it is wired. */
export interface BotResponders {
  join(kind: ResponderRef["kind"], responder: BotResponder): void;
  /** False also when no feature registered the kind. */
  takes(tenant: Tenant, responder: ResponderRef): boolean;
  begin(unit: TenantUnit, responder: ResponderRef, ticket: Ticket, message: Message | null): void;
  hear(unit: TenantUnit, responder: ResponderRef, ticket: Ticket, message: Message): void;
}

export const BotRespondersPort = definePort<BotResponders>("bot-responders");

export function createResponders(): BotResponders {
  const joined = new Map<ResponderRef["kind"], BotResponder>();
  const of = ({ kind }: ResponderRef): BotResponder => {
    const responder = joined.get(kind);
    if (!responder) throw new Error(`no responder is registered for ${kind}`);
    return responder;
  };
  return {
    join: (kind, responder) => void joined.set(kind, responder),
    takes: (tenant, { kind, id }) => joined.get(kind)?.takes(tenant, id) ?? false,
    begin: (unit, responder, ticket, message) =>
      of(responder).begin(unit, { ticket, message, id: responder.id }),
    hear: (unit, responder, ticket, message) =>
      of(responder).hear(unit, { ticket, message, id: responder.id }),
  };
}
