import { checkAnswerers } from "#accounts/queues/index.ts";
import type { TicketAnswer, UpdateTicketBody } from "#inbox/tickets/contract.ts";
import { noTicket, ticketClosed } from "#inbox/tickets/errors.ts";
import { ticketChanged } from "#inbox/tickets/history/record-event.ts";
import { canSee, maySwitchBot, mayTransfer } from "#inbox/tickets/policy.ts";
import { presentTicket } from "#inbox/tickets/present.ts";
import { storedTicket, ticketById } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { execute } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import type { TenantUnit, UserActor, UserCtx } from "#tenants/tenant.ts";
import { acceptTicket, throwAlreadyAccepted } from "./accept.ts";
import { announceQueued } from "./announce-queued.ts";
import { closeByPerson } from "./close.ts";
import { reopenTicket } from "./reopen.ts";
import { resolveUpdateAction, type UpdateAction } from "./resolve-update-action.ts";
import { returnTicket } from "./return.ts";
import { transferTicket } from "./transfer.ts";
import * as sql from "./transitions.sql.ts";

/**
 * `PUT /tickets/{id}`: runs the action that the body's keys determine (docs/rules/tickets.md#update) and returns the
 * ticket. Throws 404 ERR_NO_TICKET_FOUND, 409 ERR_TICKET_CLOSED, and the errors of the action.
 */
export function updateTicket(ctx: UserCtx, id: number, body: UpdateTicketBody): TicketAnswer {
  ctx.tenant.write((unit) => {
    const ticket = ticketById(unit.db, id);
    if (!ticket) throw noTicket();
    const verb = resolveUpdateAction(ticket, body, ctx.actor.id);
    if (!canSee(ctx.actor, ticket)) {
      // A user who sees no tickets without queue gets 403 instead of 404 when accepting one (docs/rules/tickets.md#accept).
      throw verb === "accept" && ticket.queueId === null ? noPermission() : noTicket();
    }
    perform(verb, unit, ctx, ticket, body);
  });
  return presentTicket(ctx.tenant, id);
}

function perform(
  verb: UpdateAction,
  unit: TenantUnit,
  ctx: UserCtx,
  ticket: Ticket,
  body: UpdateTicketBody,
): void {
  const { actor } = ctx;
  switch (verb) {
    case "close":
      closeByPerson(unit, actor, ticket, body);
      return;
    case "transfer":
      // The caller wanted to accept the ticket, but another user accepted it first.
      if (body.status === "open" && body.userId === actor.id && !mayTransfer(actor, ticket))
        throwAlreadyAccepted(unit.db, ticket);
      transferTicket(unit, actor, ticket, body);
      return;
    case "accept":
      acceptTicket(unit, actor, ticket, body.queueId ?? null);
      return;
    case "reopen":
      reopenTicket(unit, actor, ticket, body.userId ?? null);
      return;
    case "refuse_closed":
      throw ticketClosed();
    case "return":
      returnTicket(unit, actor, ticket, body.reason);
      return;
    case "switch_bot":
      switchBot(unit, actor, ticket, body);
      return;
    case "none":
      return;
  }
}

/**
 * Switches the bot of a ticket; absent keys keep their value. Admin or owner, else 403 ERR_NO_PERMISSION.
 * Throws 404 ERR_NOT_FOUND for an integration or prompt the company does not have.
 */
function switchBot(
  unit: TenantUnit,
  actor: UserActor,
  before: Ticket,
  body: Pick<UpdateTicketBody, "chatbot" | "useIntegration" | "promptId" | "integrationId">,
): Ticket {
  if (!maySwitchBot(actor, before)) throw noPermission();
  checkAnswerers(unit, body);
  const changedOr = <T>(value: T | undefined, old: T): T => (value === undefined ? old : value);
  const useIntegration = changedOr(body.useIntegration, before.useIntegration) === true;
  execute(unit.db, sql.switchBot, {
    chatbot: changedOr(body.chatbot, before.chatbot) ? 1 : 0,
    useIntegration: useIntegration ? 1 : 0,
    promptId: changedOr(body.promptId, before.promptId),
    integrationId: changedOr(body.integrationId, before.integrationId),
    id: before.id,
  });
  const ticket = storedTicket(unit.db, before.id);
  ticketChanged(unit, before, ticket);
  // A customer who wrote to the bot now waits for a person.
  if (before.chatbot || before.useIntegration) announceQueued(unit, ticket);
  return ticket;
}
