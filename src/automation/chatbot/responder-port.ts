import type { Message } from "#inbox/messages/index.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { definePort } from "#platform/ports.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import type { PartnerRef } from "./engine/context.ts";

export interface Handover {
  /** As it stands now: it carries the partner (`useIntegration`). */
  readonly ticket: Ticket;
  /** What the customer wrote last; null when a person handed the ticket over. */
  readonly message: Message | null;
  /** The integration or the prompt. */
  readonly id: number;
}

/**
 * One kind of what talks instead of the menu: AI prompts, or integrations (docs/rules/prompts.md#start-and-stop,
 * docs/rules/integrations.md#life).
 */
export interface BotPartner {
  /** Whether this one exists and can talk now; where it cannot, the ticket waits for a person. */
  takes(tenant: Tenant, id: number): boolean;
  /** It has the conversation from now on; inside the transaction that decided it. */
  begin(unit: TenantUnit, handover: Handover): void;
  /** The customer wrote again while it talks, and bots may answer; inside the transaction that stores the message. */
  hear(unit: TenantUnit, heard: Handover & { readonly message: Message }): void;
}

/** Those who talk instead of the menu, each kind joined by its own feature when it is wired. */
export interface BotPartners {
  join(kind: PartnerRef["kind"], partner: BotPartner): void;
  /** False too where nobody joined for the kind. */
  takes(tenant: Tenant, partner: PartnerRef): boolean;
  begin(unit: TenantUnit, partner: PartnerRef, ticket: Ticket, message: Message | null): void;
  hear(unit: TenantUnit, partner: PartnerRef, ticket: Ticket, message: Message): void;
}

export const BotPartnersPort = definePort<BotPartners>("bot-partners");

export function createPartners(): BotPartners {
  const joined = new Map<PartnerRef["kind"], BotPartner>();
  const of = ({ kind }: PartnerRef): BotPartner => {
    const partner = joined.get(kind);
    if (!partner) throw new Error(`nobody talks for a ${kind}`);
    return partner;
  };
  return {
    join: (kind, partner) => void joined.set(kind, partner),
    takes: (tenant, { kind, id }) => joined.get(kind)?.takes(tenant, id) ?? false,
    begin: (unit, partner, ticket, message) => of(partner).begin(unit, { ticket, message, id: partner.id }),
    hear: (unit, partner, ticket, message) => of(partner).hear(unit, { ticket, message, id: partner.id }),
  };
}
