import { visibleTicket } from "#inbox/tickets/access.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { ticketRelabelled } from "#inbox/tickets/history/record-event.ts";
import { presentTicket } from "#inbox/tickets/present.ts";
import type { NewValues } from "#people/fields/contract.ts";
import { writeValues } from "#people/fields/index.ts";
import type { UserCtx } from "#tenants/tenant.ts";

/**
 * `PUT /tickets/{id}/fields`: for all users who may see the ticket. Absent keys keep their value, and the ticket keeps its position
 * in the lists (docs/rules/fields.md#values). Throws 404 ERR_NO_TICKET_FOUND, 400 ERR_VALIDATION with the keys that do not fit.
 */
export function changeTicketFields(ctx: UserCtx, id: number, values: NewValues): TicketAnswer {
  ctx.tenant.write((unit) => {
    const ticket = visibleTicket(ctx, id);
    if (writeValues(unit, "ticket", id, values)) ticketRelabelled(unit, ticket);
  });
  return presentTicket(ctx.tenant, id);
}
