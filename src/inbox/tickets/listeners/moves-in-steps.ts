import { TicketsMoving } from "#inbox/tickets/events.ts";
import { ticketChanged } from "#inbox/tickets/history/record-event.ts";
import { readTicket } from "#inbox/tickets/queries.sql.ts";
import { storedTicket } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { ContactMergePreparing, ContactRowsReturning } from "#people/contacts/events.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./listeners.sql.ts";

/** Cost of one ticket in rows of a step: its change also emits an event and updates rows of counters and lists. */
const ROWS_OF_A_TICKET = 8;
const ticketsOf = (rows: number): number => Math.max(1, Math.floor(rows / ROWS_OF_A_TICKET));

/**
 * Before a contact is merged, moves its closed tickets with their notes in steps, after its messages; moves them back when the merge
 * is interrupted or undone (docs/rules/contacts.md#merge).
 */
export function moveTicketsInSteps({ bus }: Installation): void {
  bus.within(ContactMergePreparing, (unit, { survivor, loser, part, atMost, left }) => {
    if (part !== "tickets") return;
    const limit = ticketsOf(atMost);
    const tickets = queryAll(unit.db, sql.closedOfContact, { contactId: loser.id, limit }).map(readTicket);
    // The merge itself moves running tickets, and closed ones when they are fewer than one step.
    if (tickets.length < limit) return;
    const ids = JSON.stringify(tickets.map(({ id }) => id));
    execute(unit.db, sql.recordTicketMoves, { contactId: loser.id, ids });
    move(unit, tickets, survivor.id);
    execute(unit.db, sql.moveNotesOfTickets, { fromContactId: loser.id, toContactId: survivor.id, ids });
    unit.emit(TicketsMoving, { fromContactId: loser.id, toContactId: survivor.id });
    left();
  });

  bus.within(ContactRowsReturning, (unit, { contactId, atMost, left }) => {
    const rows = queryAll(unit.db, sql.nextTicketsBack, { contactId, limit: ticketsOf(atMost) });
    const [{ holderId } = {}] = rows;
    if (holderId === undefined) return;
    const ids = JSON.stringify(rows.map(({ id }) => id));
    const held = queryAll(unit.db, sql.ticketsOfContactByIds, { contactId: holderId, ids }).map(readTicket);
    moveWithNotes(unit, held, holderId, contactId);
    execute(unit.db, sql.forgetTicketMoves, { contactId, ids });
    left();
  });
}

/** Moves tickets with all their notes, also those written since a merge. */
export function moveWithNotes(
  unit: TenantUnit,
  tickets: readonly Ticket[],
  fromContactId: number,
  toContactId: number,
): void {
  const ids = JSON.stringify(move(unit, tickets, toContactId));
  execute(unit.db, sql.moveNotesOfTickets, { fromContactId, toContactId, ids });
}

/** Returns the ids of the moved tickets. */
export function move(unit: TenantUnit, tickets: readonly Ticket[], contactId: number): number[] {
  return tickets.flatMap(({ id }) => {
    const before = storedTicket(unit.db, id);
    if (execute(unit.db, sql.moveToContact, { contactId, id }).changes === 0) return [];
    ticketChanged(unit, before, storedTicket(unit.db, id));
    return [id];
  });
}
