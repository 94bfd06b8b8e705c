import type { CallbackBody } from "#automation/integrations/contract.ts";
import { readCommands } from "#automation/integrations/delivery/commands.ts";
import { addDelivery } from "#automation/integrations/delivery/rows.ts";
import { badCallbackToken } from "#automation/integrations/errors.ts";
import { findIntegration } from "#automation/integrations/queries.ts";
import { hasTicket, sessionOf } from "#automation/integrations/sessions.ts";
import { ticketById } from "#inbox/tickets/index.ts";
import { one } from "#platform/db/database.ts";
import { newUuid } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";
import { conversationOf } from "./callback-token.ts";

const SEEN = "SELECT 1 FROM integration_delivery WHERE ticket_id = ? AND uuid = ? AND event = 'callback'";

/**
 * An integration answers later than the delivery did: its commands go behind whatever is under way in the ticket.
 * The same `id` counts once. Throws 401 ERR_INVALID_API_TOKEN.
 */
export function callBack(
  installation: Installation,
  token: string,
  { id: uuid = newUuid(), commands }: CallbackBody,
): { readonly message: string } {
  const found = conversationOf(installation, token);
  if (!found?.tenant.company.active) throw badCallbackToken();
  const { tenant, session } = found;
  const { ticketId, integrationId } = session;
  return tenant.write((unit) => {
    const ticket = ticketById(unit.db, ticketId);
    const runs = sessionOf(unit.db, ticketId)?.nonce === session.nonce && hasTicket(ticket, integrationId);
    if (!runs || !findIntegration(unit.db, integrationId)) throw badCallbackToken();
    if (one(unit.db, SEEN, ticketId, uuid)) return { message: "known" };
    const { steps } = readCommands(commands);
    if (steps.length === 0) return { message: "nothing to do" };
    addDelivery(unit, {
      integrationId,
      ticketId,
      event: "callback",
      lane: `t${ticketId}`,
      uuid,
      body: () => JSON.stringify({ id: uuid, commands }),
      steps,
    });
    return { message: "taken" };
  });
}
