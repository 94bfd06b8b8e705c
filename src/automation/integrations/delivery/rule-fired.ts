import { envelope } from "#automation/integrations/hook/envelope.ts";
import { findIntegration } from "#automation/integrations/queries.ts";
import type { Ticket } from "#inbox/tickets/index.ts";
import { notFound } from "#platform/errors.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { addDelivery } from "./rows.ts";

/** The event that a webhook of the company gets when a rule calls it. */
const RULE_FIRED = "rule.fired";

interface FiredRule {
  readonly ticket: Ticket | null;
  readonly contactId: number | null;
  readonly rule: { readonly id: number; readonly name: string };
}

/**
 * Queues the event `rule.fired` for a webhook of the company, signed and repeated like the others
 * (docs/rules/integrations.md#webhook). Throws 404 ERR_NOT_FOUND when the company has no such webhook.
 */
export function callRuleWebhook(
  unit: TenantUnit,
  integrationId: number,
  { ticket, contactId, rule }: FiredRule,
): void {
  const integration = findIntegration(unit.db, integrationId);
  if (!integration?.ofCompany) throw notFound();
  addDelivery(unit, {
    integrationId,
    ticketId: ticket?.id ?? null,
    event: RULE_FIRED,
    lane: ticket ? `t${ticket.id}` : "company",
    body: (uuid) =>
      envelope(unit.tenant, integration, uuid, {
        type: RULE_FIRED,
        at: unit.now,
        connectionId: ticket?.connectionId ?? null,
        ticket,
        ...(contactId !== null && { contactId }),
        extra: { rule },
      }),
  });
}
