import type { PartnerRef } from "#chatbot/engine/world.ts";
import type { Message } from "#messages/index.ts";
import { definePort } from "#platform/ports.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import type { Ticket } from "#tickets/index.ts";

export interface Handover {
  readonly ticket: Ticket;
  /** What the customer wrote last; null when a person handed the ticket over. */
  readonly message: Message | null;
  readonly partner: PartnerRef;
}

/** AI prompts and integrations that talk instead of the menu (behaviour 17, 18): whoever builds them plugs them in. */
export interface BotPartners {
  /** Whether this one exists and can talk now; where it cannot, the ticket waits for a person. */
  takes(tenant: Tenant, partner: PartnerRef): boolean;
  /** The ticket carries the partner now (`useIntegration`); inside the transaction that decided it. */
  begin(unit: TenantUnit, handover: Handover): void;
}

export const BotPartnersPort = definePort<BotPartners>("bot-partners");

export const nobody: BotPartners = {
  takes: () => false,
  begin: () => {
    throw new Error("nobody takes over");
  },
};
