import { eq } from "drizzle-orm";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { noTicket, ticketNotOpen } from "#inbox/tickets/errors.ts";
import { ticketChanged } from "#inbox/tickets/history/record-event.ts";
import { canSee, isOwner } from "#inbox/tickets/policy.ts";
import { presentTicket } from "#inbox/tickets/present.ts";
import { ticketById } from "#inbox/tickets/queries.ts";
import { ticket } from "#inbox/tickets/schema.ts";
import { noPermission } from "#platform/errors.ts";
import type { UserCtx } from "#tenants/tenant.ts";

/**
 * `PUT /tickets/{id}/unread`: sets or removes the attendant's mark "unread" of an open ticket
 * (docs/rules/triage.md#mark-unread). Messages keep their state, and nothing is sent to the network. Throws 404
 * ERR_NO_TICKET_FOUND, 409 ERR_TICKET_NOT_OPEN, 403 ERR_NO_PERMISSION.
 */
export function markUnread({ tenant, actor }: UserCtx, id: number, markedUnread: boolean): TicketAnswer {
  tenant.write((unit) => {
    const before = ticketById(unit.db, id);
    if (!before || !canSee(actor, before)) throw noTicket();
    if (before.status !== "open") throw ticketNotOpen();
    if (!isOwner(actor, before)) throw noPermission();
    if (before.markedUnread === markedUnread) return;
    unit.db.update(ticket).set({ markedUnread }).where(eq(ticket.id, id)).run();
    ticketChanged(unit, before, { ...before, markedUnread });
  });
  return presentTicket(tenant, id);
}
