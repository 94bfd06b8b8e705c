import type { CallbackBody } from "#automation/integrations/contract.ts";
import { readCommands } from "#automation/integrations/delivery/commands.ts";
import { addDelivery } from "#automation/integrations/delivery/rows.ts";
import { badCallbackToken } from "#automation/integrations/errors.ts";
import { findIntegration } from "#automation/integrations/queries.ts";
import { hasTicket, sessionOf } from "#automation/integrations/responder/sessions.ts";
import { ticketById } from "#inbox/tickets/index.ts";
import { queryOne } from "#platform/db/query.ts";
import { newUuid } from "#platform/ids.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./callback.sql.ts";
import { conversationOf } from "./envelope.ts";

/**
 * Commands an integration sends after its response; they are queued behind the deliveries of the ticket. A repeated
 * `id` is ignored. Throws 401 ERR_INVALID_API_TOKEN.
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
    if (queryOne(unit.db, sql.callbackById, { ticketId, uuid })) return { message: "known" };
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
