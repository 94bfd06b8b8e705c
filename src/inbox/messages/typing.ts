import { setting } from "#accounts/settings/index.ts";
import { addressVia, ProviderPort } from "#channels/connections/index.ts";
import { isOwner, ticketById } from "#inbox/tickets/index.ts";
import { queryOne } from "#platform/db/query.ts";
import type { ClientFrame } from "#platform/realtime/contract.ts";
import type { Connected } from "#platform/realtime/hub.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { Viewer } from "#tenants/viewer.ts";
import * as sql from "./typing.sql.ts";

/** How long one keystroke shows "typing…" on the customer's phone, ms (docs/rules/realtime.md#frames). */
const SHOWN_MS = 5000;

/**
 * Returns the network id of the customer's last message on the ticket's connection. Null when read receipts are off,
 * because the typing indicator would mark that message as read, and when the ticket was moved to another connection
 * since then.
 */
export function lastCustomerProviderId(
  tenant: Tenant,
  ticket: { id: number; connectionId: number },
): string | null {
  if (!setting(tenant, "sendReadReceipts")) return null;
  const last = queryOne(tenant.db, sql.last, { ticketId: ticket.id });
  return last?.connectionId === ticket.connectionId ? last.id : null;
}

/** Shows the customer that the ticket's owner is typing, until five seconds pass without a keystroke. */
export function createTyping(): (
  installation: Installation,
  who: Connected<Viewer>,
  frame: ClientFrame,
) => void {
  const shown = new Map<string, () => void>();
  return (installation, { groupId, viewer }, frame) => {
    if (frame.t !== "typing" || !viewer.watching.has(frame.ticketId)) return;
    const tenant = installation.tenants.open(groupId);
    const ticket = ticketById(tenant.db, frame.ticketId);
    if (!ticket || !isOwner(viewer, ticket) || ticket.isGroup) return;
    const address = addressVia(tenant.db, ticket.contactId, ticket.connectionId, ticket.channel)?.address;
    if (address === undefined || !queryOne(tenant.db, sql.online, { id: ticket.connectionId })) return;
    const name = `${tenant.id}:${ticket.id}`;
    const key = { companyId: tenant.id, connectionId: ticket.connectionId };
    const provider = installation.ports.use(ProviderPort);
    const show = (active: boolean) => {
      provider
        .typing(key, address, active, active ? lastCustomerProviderId(tenant, ticket) : null)
        .catch((error: unknown) => tenant.log.debug({ err: error }, "typing indicator not sent"));
    };
    const cancel = shown.get(name);
    cancel?.();
    if (!cancel) show(true);
    shown.set(
      name,
      tenant.clock.after(SHOWN_MS, () => {
        shown.delete(name);
        show(false);
      }),
    );
  };
}
