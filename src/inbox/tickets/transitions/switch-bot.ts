import { checkAnswerers } from "#accounts/queues/index.ts";
import type { UpdateTicketBody } from "#inbox/tickets/contract.ts";
import { ticketChanged } from "#inbox/tickets/history/record-event.ts";
import { maySwitchBot } from "#inbox/tickets/policy.ts";
import { storedTicket } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { execute } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import type { TenantUnit, UserActor } from "#tenants/tenant.ts";
import { announceQueued } from "./announce-queued.ts";
import * as sql from "./transitions.sql.ts";

/**
 * Switches the bot of a ticket; only the keys that are present change. Admin or owner, else 403 ERR_NO_PERMISSION.
 * Throws 404 ERR_NOT_FOUND for an integration or prompt the company does not have.
 */
export function switchBot(
  unit: TenantUnit,
  actor: UserActor,
  before: Ticket,
  body: Pick<UpdateTicketBody, "chatbot" | "useIntegration" | "promptId" | "integrationId">,
): Ticket {
  if (!maySwitchBot(actor, before)) throw noPermission();
  checkAnswerers(unit, body);
  const keep = <T>(value: T | undefined, old: T): T => (value === undefined ? old : value);
  const useIntegration = keep(body.useIntegration, before.useIntegration) === true;
  execute(unit.db, sql.switchBot, {
    chatbot: keep(body.chatbot, before.chatbot) ? 1 : 0,
    useIntegration: useIntegration ? 1 : 0,
    promptId: keep(body.promptId, before.promptId),
    integrationId: keep(body.integrationId, before.integrationId),
    id: before.id,
  });
  const ticket = storedTicket(unit.db, before.id);
  ticketChanged(unit, before, ticket);
  // A customer who talked to the bot now waits for a person.
  if (before.chatbot || before.useIntegration) announceQueued(unit, ticket);
  return ticket;
}
