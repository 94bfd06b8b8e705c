import { removeMediaFile } from "#channels/media/index.ts";
import { dropFile } from "#inbox/messages/receive/drop-file.ts";
import { removeMessage } from "#inbox/messages/remove.ts";
import { TicketDeleting, TicketEmptying } from "#inbox/tickets/events.ts";
import { blankPreview } from "#inbox/tickets/index.ts";
import { ContactDeleting, ContactMerging, ContactUnmerging } from "#people/contacts/events.ts";
import { identitiesOf } from "#people/contacts/index.ts";
import { all, run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import { noteRemovedWords } from "#tenants/removed-words.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

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
const OLDEST = "SELECT id, media_id AS mediaId FROM message WHERE ticket_id = ? ORDER BY id LIMIT ?";
const EVENTS =
  "inbound_event WHERE connection_id IN (SELECT id FROM connection) AND chat_key IN (SELECT value FROM json_each(?))";
/** What waits for its turn has brought its file already. */
const WAITING = `SELECT payload FROM ${EVENTS} AND state = 'new'`;
const FORGET_EVENTS = `DELETE FROM ${EVENTS}`;
const FORGET_CALLS = "DELETE FROM outbox WHERE source = 'call' AND source_key > ? AND source_key < ?";

const FORGET_SENDS = "DELETE FROM outbox WHERE contact_id = ?";
const IN_GROUPS =
  "SELECT id, media_id AS mediaId, ticket_id AS ticketId FROM message WHERE participant_id = ?";
// The place in the conversation of the others stays, as of a message its author took back.
const BLANK = `UPDATE message SET body = '', media_type = NULL, media_id = NULL, transcript = NULL, edits = '[]',
  participant_id = NULL, identity_id = NULL, provider_id = NULL, deleted_at = coalesce(deleted_at, ?1),
  deleted_by = coalesce(deleted_by, 'contact'), updated_at = ?1 WHERE id = ?2`;

/** What becomes of messages when contacts are merged, separated or erased, and when a ticket goes. */
export function listenToContactsAndTickets({ bus }: Installation): void {
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

  bus.within(TicketEmptying, (unit, { ticket, atMost, left }) => {
    const rows = all<{ id: number; mediaId: number | null }>(unit.db, OLDEST, ticket.id, atMost);
    // A short conversation goes with its ticket.
    if (rows.length < atMost) return;
    for (const row of rows) removeMessage(unit, row);
    left();
  });

  bus.within(TicketDeleting, (unit, { ticket }) => {
    const files = all<{ id: number }>(unit.db, FILES_OF_TICKET, ticket.id);
    if (run(unit.db, DELETE_MESSAGES, ticket.id).changes > 0) noteRemovedWords(unit);
    for (const { id } of files) removeMediaFile(unit, id);
  });

  bus.within(ContactDeleting, (unit, { contact }) => {
    const { db } = unit;
    blankWordsInGroups(unit, contact.id);
    run(db, FORGET_SENDS, contact.id);
    const identities = identitiesOf(db, contact.id);
    const chats = JSON.stringify(identities.map(({ kind, value }) => `${kind}:${value}`));
    for (const { payload } of all<{ payload: string }>(db, WAITING, chats))
      dropFile(unit, JSON.parse(payload));
    run(db, FORGET_EVENTS, chats);
    for (const { address } of identities) run(db, FORGET_CALLS, `${address}:`, `${address};`);
  });
}

/** What somebody who is erased wrote in groups is theirs, too. */
function blankWordsInGroups(unit: TenantUnit, contactId: number): void {
  interface Row {
    readonly id: number;
    readonly mediaId: number | null;
    readonly ticketId: number;
  }
  for (const { id, mediaId, ticketId } of all<Row>(unit.db, IN_GROUPS, contactId)) {
    run(unit.db, BLANK, unit.now, id);
    blankPreview(unit, ticketId, id);
    if (mediaId !== null) removeMediaFile(unit, mediaId);
  }
}
