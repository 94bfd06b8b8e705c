import { eq } from "drizzle-orm";
import { TicketChanged } from "#inbox/tickets/events.ts";
import { storedTicket } from "#inbox/tickets/queries.ts";
import { type Ticket, ticket } from "#inbox/tickets/schema.ts";
import type { Db } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/**
 * Stores whether Meta's own agent answers in the ticket (docs/rules/official-channels.md#standby). Writes only a change. Broadcasts
 * nothing: the message that is stored next broadcasts the ticket.
 */
export function noteStandby(unit: TenantUnit, before: Ticket, isStandby: boolean): void {
  if ((before.standbySince !== null) === isStandby) return;
  unit.db
    .update(ticket)
    .set({ standbySince: isStandby ? unit.now : null })
    .where(eq(ticket.id, before.id))
    .run();
}

/** Whether Meta's own agent answers in the ticket, as its row is now. */
export const isInStandby = (db: Db, ticketId: number): boolean =>
  storedTicket(db, ticketId).standbySince !== null;

/** An attendant answers: the conversation is taken over from Meta's agent. */
export function endStandby(unit: TenantUnit, before: Ticket): void {
  if (before.standbySince === null) return;
  noteStandby(unit, before, false);
  const after = storedTicket(unit.db, before.id);
  unit.emit(TicketChanged, { before, after });
}
