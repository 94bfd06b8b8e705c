import { eq } from "drizzle-orm";
import type { Priority, TicketAnswer } from "#inbox/tickets/contract.ts";
import { noTicket } from "#inbox/tickets/errors.ts";
import { TicketPrioritised } from "#inbox/tickets/events.ts";
import { recordTicketEvent } from "#inbox/tickets/history/record-event.ts";
import { canSee } from "#inbox/tickets/policy.ts";
import { presentTicket } from "#inbox/tickets/present.ts";
import { ticketById } from "#inbox/tickets/queries.ts";
import { ticket } from "#inbox/tickets/schema.ts";
import type { UserCtx } from "#tenants/tenant.ts";

/**
 * `PUT /tickets/{id}/priority`, for all users who may see the ticket (docs/rules/triage.md#priority). The ticket keeps
 * its place in lists by newest change. The same priority again changes nothing. Throws 404 ERR_NO_TICKET_FOUND.
 */
export function prioritise({ tenant, actor }: UserCtx, id: number, priority: Priority): TicketAnswer {
  tenant.write((unit) => {
    const previous = ticketById(unit.db, id);
    if (!previous || !canSee(actor, previous)) throw noTicket();
    if (previous.priority === priority) return;
    unit.db.update(ticket).set({ priority }).where(eq(ticket.id, id)).run();
    const after = { ...previous, priority };
    recordTicketEvent(unit, "priority", previous, after, actor.id, { priority });
    unit.emit(TicketPrioritised, { ticket: after, previous, userId: actor.id });
  });
  return presentTicket(tenant, id);
}
