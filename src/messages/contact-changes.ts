import { ContactDeleting, ContactMerging, ContactUnmerging } from "#contacts/events.ts";
import { identitiesOf } from "#contacts/index.ts";
import { removeMediaFile } from "#media/index.ts";
import { all, run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import { TicketDeleting } from "#tickets/events.ts";

const MOVE = "UPDATE OR IGNORE message SET contact_id = ?1 WHERE contact_id = ?2 RETURNING id";
/** Came by both identities: the survivor has it already. */
const TWICE = "DELETE FROM message WHERE contact_id = ?";
const MOVE_AUTHORS = "UPDATE message SET participant_id = ?1 WHERE participant_id = ?2 RETURNING id";
const MOVE_SENDS =
  "UPDATE outbox SET contact_id = ?1 WHERE contact_id = ?2 AND state IN ('queued', 'sending') RETURNING id";
const BACK = `UPDATE message SET contact_id = ?1 WHERE contact_id = ?2 AND id IN (SELECT value FROM json_each(?3))`;
const AUTHORS_BACK = `UPDATE message SET participant_id = ?1
  WHERE participant_id = ?2 AND id IN (SELECT value FROM json_each(?3))`;
const SENDS_BACK =
  "UPDATE outbox SET contact_id = ?1 WHERE contact_id = ?2 AND id IN (SELECT value FROM json_each(?3))";
/** What came since the merge by an identity that goes back. */
const SINCE = `UPDATE message SET contact_id = ?1 WHERE contact_id = ?2 AND created_at >= ?4
  AND identity_id IN (SELECT value FROM json_each(?3))`;
const FILES_OF_TICKET = "SELECT media_id AS id FROM message WHERE ticket_id = ? AND media_id IS NOT NULL";
const DELETE_MESSAGES = "DELETE FROM message WHERE ticket_id = ?";
const FORGET_EVENTS = `DELETE FROM raw_event WHERE connection_id IN (SELECT id FROM connection)
  AND chat_key IN (SELECT value FROM json_each(?))`;
const FORGET_CALLS = "DELETE FROM outbox WHERE source = 'call' AND source_key > ? AND source_key < ?";

/** What becomes of messages when contacts are merged, separated or erased, and when a ticket goes. */
export function followContactsAndTickets({ bus }: Installation): void {
  bus.within(ContactMerging, ({ db }, { survivor, loser, moved }) => {
    const ids = (sql: string) => all<{ id: number }>(db, sql, survivor.id, loser.id).map(({ id }) => id);
    moved.add("message", ids(MOVE));
    run(db, TWICE, loser.id);
    moved.add("message_author", ids(MOVE_AUTHORS));
    moved.add("outbox", ids(MOVE_SENDS));
  });

  bus.within(ContactUnmerging, ({ db }, { survivorId, contact, identityIds, mergedAt, moved }) => {
    const back = (sql: string, table: string) =>
      run(db, sql, contact.id, survivorId, JSON.stringify(moved.of(table)));
    back(BACK, "message");
    back(AUTHORS_BACK, "message_author");
    back(SENDS_BACK, "outbox");
    run(db, SINCE, contact.id, survivorId, JSON.stringify(identityIds), mergedAt);
  });

  bus.within(TicketDeleting, (unit, { ticket }) => {
    const files = all<{ id: number }>(unit.db, FILES_OF_TICKET, ticket.id);
    run(unit.db, DELETE_MESSAGES, ticket.id);
    for (const { id } of files) removeMediaFile(unit, id);
  });

  bus.within(ContactDeleting, ({ db }, { contact }) => {
    const identities = identitiesOf(db, contact.id);
    run(db, FORGET_EVENTS, JSON.stringify(identities.map(({ kind, value }) => `${kind}:${value}`)));
    for (const { address } of identities) run(db, FORGET_CALLS, `${address}:`, `${address};`);
  });
}
