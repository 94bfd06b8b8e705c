import { contactHasTickets } from "#inbox/tickets/errors.ts";
import { recordTicketEvent } from "#inbox/tickets/history/record-event.ts";
import { trackStarted } from "#inbox/tickets/history/tracking.ts";
import { readTicket } from "#inbox/tickets/queries.sql.ts";
import { runningTicket, storedTicket } from "#inbox/tickets/queries.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { closeTicket } from "#inbox/tickets/transitions/close.ts";
import { removeSomeRows, removeTicket } from "#inbox/tickets/transitions/delete.ts";
import type { Unmerge } from "#people/contacts/events.ts";
import {
  ContactDeleting,
  ContactEmptying,
  ContactMerging,
  ContactsClearing,
  ContactUnmerged,
  ContactUnmerging,
} from "#people/contacts/events.ts";
import { mergedContacts } from "#people/contacts/index.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./listeners.sql.ts";
import { move, moveTicketsInSteps, moveWithNotes } from "./moves-in-steps.ts";

/**
 * Moves or deletes tickets when contacts are merged, separated or deleted (docs/rules/contacts.md#merge,
 * docs/rules/contacts.md#deletion).
 */
export function listenToContacts(installation: Installation): void {
  const { bus } = installation;
  moveTicketsInSteps(installation);
  bus.within(ContactMerging, (unit, { survivor, loser, moved }) => {
    const tickets = ticketsOf(unit, loser.id);
    for (const ticket of tickets) closeDuplicateOf(unit, ticket, survivor.id);
    const notes = queryAll(unit.db, sql.notesOfContact, { contactId: loser.id }).map(({ id }) => id);
    moved.add("ticket", move(unit, tickets, survivor.id));
    moved.add("ticket_note", notes);
    execute(unit.db, sql.moveNotes, { contactId: survivor.id, id: loser.id, ids: JSON.stringify(notes) });
  });

  bus.within(ContactUnmerging, (unit, { survivorId, contact, moved }) => {
    const ids = JSON.stringify(moved.of("ticket"));
    const held = queryAll(unit.db, sql.ticketsOfContactByIds, { contactId: survivorId, ids }).map(readTicket);
    moveWithNotes(unit, held, survivorId, contact.id);
    execute(unit.db, sql.moveNotes, {
      contactId: contact.id,
      id: survivorId,
      ids: JSON.stringify(moved.of("ticket_note")),
    });
  });

  bus.within(ContactUnmerged, (unit, { survivorId, contact, mergedAt }: Unmerge) => {
    const created = queryAll(unit.db, sql.createdSinceMerge, {
      contactId: survivorId,
      id: contact.id,
      createdAt: mergedAt,
    });
    moveWithNotes(unit, created.map(readTicket), survivorId, contact.id);
  });

  bus.within(ContactsClearing, ({ db }) => {
    const running = queryOne(db, sql.countRunning)?.n ?? 0;
    if (running > 0) throw contactHasTickets(running);
  });

  bus.within(ContactEmptying, (unit, { contact, atMost, left }) => {
    requireNoneRunning(unit, contact.id);
    // After an interrupted merge, some tickets may belong to another contact; they are first returned to it.
    if (queryOne(unit.db, sql.moveTo, { contactId: contact.id })) return left();
    const [oldest, other] = queryAll(unit.db, sql.oldestOfContact, { contactId: contact.id }).map(readTicket);
    if (!oldest) return;
    if (removeSomeRows(unit, oldest, atMost)) return left();
    // The last ticket is removed together with the contact.
    if (!other) return;
    removeTicket(unit, oldest);
    left();
  });

  bus.within(ContactDeleting, (unit, { contact }) => {
    requireNoneRunning(unit, contact.id);
    for (const ticket of ticketsOf(unit, contact.id)) removeTicket(unit, ticket);
    const contactIds = JSON.stringify(mergedContacts(unit.db, contact.id));
    execute(unit.db, sql.deleteTicketMoves, { contactIds });
  });
}

function requireNoneRunning({ db }: TenantUnit, contactId: number): void {
  const running = queryOne(db, sql.countRunningOfContact, { contactId })?.n ?? 0;
  if (running > 0) throw contactHasTickets(running);
}

const ticketsOf = (unit: TenantUnit, contactId: number): Ticket[] =>
  queryAll(unit.db, sql.ticketsOfContact, { contactId }).map(readTicket);

/**
 * Of two running tickets on one connection, keeps the ticket with the newer message and closes the other. If the kept ticket has no
 * attendant, it gets the attendant of the closed one.
 */
function closeDuplicateOf(unit: TenantUnit, ofLoser: Ticket, survivorId: number): void {
  if (ofLoser.status === "closed") return;
  const ofSurvivor = runningTicket(unit.db, survivorId, ofLoser.connectionId);
  if (!ofSurvivor) return;
  const loserIsNewer = (ofLoser.lastMessageAt ?? 0) > (ofSurvivor.lastMessageAt ?? 0);
  const [stays, goes] = loserIsNewer ? [ofLoser, ofSurvivor] : [ofSurvivor, ofLoser];
  closeTicket(unit, goes, { reason: "merged", silent: true, userId: null });
  if (stays.userId !== null || goes.userId === null) return;
  execute(unit.db, sql.assign, { userId: goes.userId, now: unit.now, id: stays.id });
  const after = storedTicket(unit.db, stays.id);
  trackStarted(unit, after);
  recordTicketEvent(unit, "merged", stays, after, null);
}
