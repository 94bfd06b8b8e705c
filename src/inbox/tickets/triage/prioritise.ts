import { eq } from "drizzle-orm";
import type { Priority, TicketAnswer } from "#inbox/tickets/contract.ts";
import { noTicket } from "#inbox/tickets/errors.ts";
import { TicketPrioritised } from "#inbox/tickets/events.ts";
import { recordTicketEvent } from "#inbox/tickets/history/record-event.ts";
import { canSee } from "#inbox/tickets/policy.ts";
import { presentTicket } from "#inbox/tickets/present.ts";
import { ticketById } from "#inbox/tickets/queries.ts";
import { type Ticket, ticket } from "#inbox/tickets/schema.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";

/**
 * `PUT /tickets/{id}/priority`, for all users who may see the ticket (docs/rules/triage.md#priority). The ticket keeps
 * its place in lists by newest change. The same priority again changes nothing. Throws 404 ERR_NO_TICKET_FOUND.
 */
export function prioritise({ tenant, actor }: UserCtx, id: number, priority: Priority): TicketAnswer {
  tenant.write((unit) => {
    const previous = ticketById(unit.db, id);
    if (!previous || !canSee(actor, previous)) throw noTicket();
    setPriority(unit, previous, priority, actor.id);
  });
  return presentTicket(tenant, id);
}

/** Sets the priority without checking permissions. `userId` null = the product. */
export function setPriority(
  unit: TenantUnit,
  previous: Ticket,
  priority: Priority,
  userId: number | null = null,
): void {
  if (previous.priority === priority) return;
  unit.db.update(ticket).set({ priority }).where(eq(ticket.id, previous.id)).run();
  const after = { ...previous, priority };
  recordTicketEvent(unit, "priority", previous, after, userId, { priority });
  unit.emit(TicketPrioritised, { ticket: after, previous, userId });
}
