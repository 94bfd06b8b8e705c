import { setting } from "#accounts/settings/index.ts";
import { noPermission } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { noTicket, ticketClosed, ticketNotOpen } from "./errors.ts";
import { canSee, mayRead, maySend, type ReadingRules } from "./policy.ts";
import { ticketById, ticketByUuid } from "./queries.ts";
import type { Ticket } from "./schema.ts";

/** Returns the ticket if the caller may see it. Throws 404 ERR_NO_TICKET_FOUND. */
export function visibleTicket(ctx: UserCtx, id: number): Ticket {
  const ticket = ticketById(ctx.tenant.db, id);
  if (!ticket || !canSee(ctx.actor, ticket)) throw noTicket();
  return ticket;
}

/** Returns the ticket if the caller may read its messages. Throws 404 ERR_NO_TICKET_FOUND, 403 ERR_NO_PERMISSION. */
export function readableTicket(ctx: UserCtx, id: number): Ticket {
  const ticket = visibleTicket(ctx, id);
  if (!mayRead(ctx.actor, ticket, readingRules(ctx))) throw noPermission();
  return ticket;
}

/**
 * Returns the ticket if the caller may write in it now (docs/rules/tickets.md#permissions,
 * docs/rules/messages.md#post). Throws 404 ERR_NO_TICKET_FOUND, 403 ERR_NO_PERMISSION, 409 ERR_TICKET_CLOSED, 409
 * ERR_TICKET_NOT_OPEN.
 */
export function sendableTicket(ctx: UserCtx, id: number): Ticket {
  const ticket = visibleTicket(ctx, id);
  if (!maySend(ctx.actor, ticket)) throw noPermission();
  if (ticket.status === "closed") throw ticketClosed();
  if (ticket.status === "pending") throw ticketNotOpen();
  return ticket;
}

/**
 * Returns the ticket that a page shows, by id or uuid. Unlike other routes it answers 403 ERR_NO_PERMISSION for a
 * ticket of the company outside the caller's queues, so that the page can show the reason
 * (docs/rules/tickets.md#permissions). Throws 404 ERR_NO_TICKET_FOUND.
 */
export function ticketOfPage(ctx: UserCtx, name: number | string): Ticket {
  const { db } = ctx.tenant;
  const ticket = typeof name === "number" ? ticketById(db, name) : ticketByUuid(db, name);
  if (!ticket) throw noTicket();
  if (!canSee(ctx.actor, ticket)) throw noPermission();
  return ticket;
}

/** The company's rules for reading tickets of other attendants and waiting tickets. */
export const readingRules = ({ tenant }: Pick<UserCtx, "tenant">): ReadingRules => ({
  spying: setting(tenant, "userSpyChat"),
  previewing: setting(tenant, "previewBeforeAccept"),
});
