import { contactHasTickets } from "#inbox/tickets/errors.ts";
import { recordTicketEvent, ticketChanged } from "#inbox/tickets/history/record-event.ts";
import { trackStarted } from "#inbox/tickets/history/tracking.ts";
import { runningTicket, storedTicket } from "#inbox/tickets/queries.ts";
import { type Ticket, ticket as table } from "#inbox/tickets/schema.ts";
import { closeTicket } from "#inbox/tickets/transitions/close.ts";
import { removeTicket } from "#inbox/tickets/transitions/delete.ts";
import type { Unmerge } from "#people/contacts/events.ts";
import {
  ContactDeleting,
  ContactMerging,
  ContactsClearing,
  ContactUnmerged,
  ContactUnmerging,
} from "#people/contacts/events.ts";
import { rowReader } from "#platform/db/columns.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

const { columns, read } = rowReader(table);
const OF_CONTACT = `SELECT ${columns} FROM ticket WHERE contact_id = ? ORDER BY id`;
const BY_IDS = `SELECT ${columns} FROM ticket WHERE contact_id = ?1 AND id IN (SELECT value FROM json_each(?2))`;
const MOVE = "UPDATE OR IGNORE ticket SET contact_id = ? WHERE id = ?";
const RUNNING = "SELECT coalesce(sum(tickets), 0) AS n FROM ticket_count WHERE status <> 'closed'";
const NOTES_OF = "SELECT id FROM ticket_note WHERE contact_id = ?";
const MOVE_NOTES = `UPDATE ticket_note SET contact_id = ?1 WHERE contact_id = ?2
  AND id IN (SELECT value FROM json_each(?3))`;
const ASSIGN = `UPDATE ticket SET status = 'open', user_id = ?, user_distributed = NULL, distributed_at = NULL,
  updated_at = ? WHERE id = ?`;
/** Begun after the merge, with messages of the returned contact only. */
const BEGUN_SINCE = `SELECT ${columns} FROM ticket t WHERE t.contact_id = ?1 AND t.created_at >= ?3
  AND EXISTS (SELECT 1 FROM message m WHERE m.ticket_id = t.id AND m.contact_id = ?2)
  AND NOT EXISTS (SELECT 1 FROM message m WHERE m.ticket_id = t.id AND m.contact_id <> ?2)`;

/**
 * What becomes of tickets when contacts are merged, separated or erased (docs/rules/contacts.md#merge,
 * docs/rules/contacts.md#deletion).
 */
export function listenToContacts({ bus }: Installation): void {
  bus.within(ContactMerging, (unit, { survivor, loser, moved }) => {
    const tickets = ticketsOf(unit, loser.id);
    for (const ticket of tickets) closeDuplicateOf(unit, ticket, survivor.id);
    const notes = all<{ id: number }>(unit.db, NOTES_OF, loser.id).map(({ id }) => id);
    moved.add("ticket", move(unit, tickets, survivor.id));
    moved.add("ticket_note", notes);
    run(unit.db, MOVE_NOTES, survivor.id, loser.id, JSON.stringify(notes));
  });

  bus.within(ContactUnmerging, (unit, { survivorId, contact, moved }) => {
    const ids = JSON.stringify(moved.of("ticket"));
    move(unit, all(unit.db, BY_IDS, survivorId, ids).map(read), contact.id);
    run(unit.db, MOVE_NOTES, contact.id, survivorId, JSON.stringify(moved.of("ticket_note")));
  });

  bus.within(ContactUnmerged, (unit, { survivorId, contact, mergedAt }: Unmerge) => {
    move(unit, all(unit.db, BEGUN_SINCE, survivorId, contact.id, mergedAt).map(read), contact.id);
  });

  bus.within(ContactsClearing, ({ db }) => {
    const running = one<{ n: number }>(db, RUNNING)?.n ?? 0;
    if (running > 0) throw contactHasTickets(running);
  });

  bus.within(ContactDeleting, (unit, { contact }) => {
    const tickets = ticketsOf(unit, contact.id);
    const running = tickets.filter(({ status }) => status !== "closed").length;
    if (running > 0) throw contactHasTickets(running);
    for (const ticket of tickets) removeTicket(unit, ticket);
  });
}

const ticketsOf = (unit: TenantUnit, contactId: number): Ticket[] =>
  all(unit.db, OF_CONTACT, contactId).map(read);

/** Answers the ids of those that have the contact now. */
function move(unit: TenantUnit, tickets: readonly Ticket[], contactId: number): number[] {
  return tickets.flatMap(({ id }) => {
    const before = storedTicket(unit.db, id);
    if (run(unit.db, MOVE, contactId, id).changes === 0) return [];
    ticketChanged(unit, before, storedTicket(unit.db, id));
    return [id];
  });
}

/** Of two running tickets on one connection the one with the newer message stays, with either one's attendant. */
function closeDuplicateOf(unit: TenantUnit, ofLoser: Ticket, survivorId: number): void {
  if (ofLoser.status === "closed") return;
  const ofSurvivor = runningTicket(unit.db, survivorId, ofLoser.connectionId);
  if (!ofSurvivor) return;
  const loserIsNewer = (ofLoser.lastMessageAt ?? 0) > (ofSurvivor.lastMessageAt ?? 0);
  const [stays, goes] = loserIsNewer ? [ofLoser, ofSurvivor] : [ofSurvivor, ofLoser];
  closeTicket(unit, goes, { reason: "merged", silent: true, userId: null });
  if (stays.userId !== null || goes.userId === null) return;
  run(unit.db, ASSIGN, goes.userId, unit.now, stays.id);
  const after = storedTicket(unit.db, stays.id);
  trackStarted(unit, after);
  recordTicketEvent(unit, "merged", stays, after, null);
}
