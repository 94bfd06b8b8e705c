import type { TicketAnswer, UpdateTicketBody } from "#inbox/tickets/contract.ts";
import { noTicket, ticketClosed } from "#inbox/tickets/errors.ts";
import { canSee, mayTransfer } from "#inbox/tickets/policy.ts";
import { presentTicket } from "#inbox/tickets/present.ts";
import { ticketById } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { noPermission } from "#platform/errors.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { acceptTicket, throwAlreadyAccepted } from "./accept.ts";
import { closeByPerson } from "./close.ts";
import { reopenTicket } from "./reopen.ts";
import { resolveUpdateAction, type UpdateAction } from "./resolve-update-action.ts";
import { returnTicket } from "./return.ts";
import { switchBot } from "./switch-bot.ts";
import { transferTicket } from "./transfer.ts";

/**
 * `PUT /tickets/{id}`: runs the action that the body asks for (docs/rules/tickets.md#update) and returns the ticket.
 * Throws 404 ERR_NO_TICKET_FOUND, 409 ERR_TICKET_CLOSED, and what the action throws.
 */
export function updateTicket(ctx: UserCtx, id: number, body: UpdateTicketBody): TicketAnswer {
  ctx.tenant.write((unit) => {
    const ticket = ticketById(unit.db, id);
    if (!ticket) throw noTicket();
    const verb = resolveUpdateAction(ticket, body, ctx.actor.id);
    if (!canSee(ctx.actor, ticket)) {
      // docs/rules/tickets.md#accept: without queue, only admins accept (403 instead of 404).
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
      closeByPerson(unit, actor, ticket, body.silent ?? false);
      return;
    case "transfer":
      // The caller wanted to accept the ticket but may not transfer it: another person accepted it first.
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
