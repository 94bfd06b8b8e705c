import { run } from "#platform/db/database.ts";
import { noPermission } from "#platform/errors.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { visibleTicket } from "./access.ts";
import { TicketDeleted, TicketDeleting } from "./events.ts";
import { mayDelete } from "./policy.ts";
import type { Ticket } from "./schema.ts";

const DELETE = "DELETE FROM ticket WHERE id = ?";

/** `DELETE /tickets/{id}`: admins; messages and files go too. Throws 404 ERR_NO_TICKET_FOUND, 403 ERR_NO_PERMISSION. */
export function deleteTicket(ctx: UserCtx, id: number): void {
  const ticket = visibleTicket(ctx, id);
  if (!mayDelete(ctx.actor)) throw noPermission();
  ctx.tenant.write((unit) => removeTicket(unit, ticket));
}

/** Removes a ticket inside another verb: first what others keep of it, then the row with its tags, trail and notes. */
export function removeTicket(unit: TenantUnit, ticket: Ticket): void {
  unit.emit(TicketDeleting, { ticket });
  run(unit.db, DELETE, ticket.id);
  unit.emit(TicketDeleted, { ticket });
}
