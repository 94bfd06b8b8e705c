import type { Delivery } from "#automation/integrations/schema.ts";
import { addressVia, findConnection, ProviderPort } from "#channels/connections/index.ts";
import { lastCustomerProviderId } from "#inbox/messages/index.ts";
import { ticketById } from "#inbox/tickets/index.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** Shows "typing…" on the customer's phone during a pause; failures are ignored. */
export function showTyping(tenant: Tenant, { ticketId }: Delivery, ms: number): void {
  const ticket = ticketId === null ? undefined : ticketById(tenant.db, ticketId);
  if (!ticket || findConnection(tenant.db, ticket.connectionId)?.status !== "CONNECTED") return;
  const address = addressVia(tenant.db, ticket.contactId, ticket.connectionId, ticket.channel)?.address;
  if (address === undefined) return;
  const key = { companyId: tenant.id, connectionId: ticket.connectionId };
  const show = (active: boolean) => {
    tenant.installation.ports
      .use(ProviderPort)
      .typing(key, address, active, active ? lastCustomerProviderId(tenant, ticket) : null)
      .catch((error: unknown) => tenant.log.debug({ err: error }, "typing indicator not sent"));
  };
  show(true);
  tenant.clock.after(ms, () => show(false));
}
