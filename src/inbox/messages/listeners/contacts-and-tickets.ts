import { removeMediaFile } from "#channels/media/index.ts";
import { MessagesMoved, MessagesRemoving } from "#inbox/messages/events.ts";
import { removeLink } from "#inbox/messages/link-preview/link.ts";
import { dropFile } from "#inbox/messages/receive/drop-file.ts";
import { removeMessages } from "#inbox/messages/remove.ts";
import { forgetTranslations } from "#inbox/messages/translations/translations.ts";
import { TicketDeleting, TicketEmptying } from "#inbox/tickets/events.ts";
import { blankPreview, storedTicket, updatePreview } from "#inbox/tickets/index.ts";
import {
  ContactDeleting,
  ContactEmptying,
  ContactMerging,
  ContactsCleared,
  ContactTracesErasing,
  ContactUnmerged,
  ContactUnmerging,
} from "#people/contacts/events.ts";
import { identitiesOf } from "#people/contacts/index.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import { noteRemovedWords } from "#tenants/removed-words.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./contacts-and-tickets.sql.ts";
import { beginReturn, finishMove, isMergeTarget } from "./moves-before-merges.ts";

/** Key in the record of a merge: id of the newest message at the time of the merge. */
const LAST_MESSAGE = "last_message";

/** Moves or deletes messages when contacts are merged, unmerged or deleted and when a ticket is deleted. */
export function listenToContactsAndTickets({ bus }: Installation): void {
  bus.within(ContactMerging, (unit, { survivor, loser, moved }) => {
    const { db } = unit;
    const contacts = { toId: survivor.id, fromId: loser.id };
    const move = (statement: typeof sql.moveMessages) =>
      queryAll(db, statement, contacts).map(({ id }) => id);
    // The record does not list rows that moved in steps before, because storing 100,000 ids would take long.
    finishMove(db, loser.id, survivor.id);
    moved.add(LAST_MESSAGE, [queryOne(db, sql.newestMessage)?.id ?? 0]);
    const ids = move(sql.moveMessages);
    moved.add("message", ids);
    unit.emit(MessagesMoved, { ids, contactId: survivor.id });
    execute(db, sql.deleteDuplicates, { contactId: loser.id });
    moved.add("message_author", move(sql.moveAuthors));
    moved.add("outbox", move(sql.moveSends));
  });

  bus.within(ContactUnmerging, (unit, { survivorId, contact, moved }) => {
    const { db } = unit;
    const contacts = { toId: contact.id, fromId: survivorId };
    const moveBack = (statement: typeof sql.moveMessagesBack, table: string) =>
      execute(db, statement, { ...contacts, ids: JSON.stringify(moved.of(table)) });
    moveBack(sql.moveMessagesBack, "message");
    unit.emit(MessagesMoved, { ids: moved.of("message"), contactId: contact.id });
    moveBack(sql.moveAuthorsBack, "message_author");
    moveBack(sql.moveSendsBack, "outbox");
    const [lastId = 0] = moved.of(LAST_MESSAGE);
    beginReturn(unit, { fromContactId: contact.id, toContactId: survivorId, lastId });
  });

  bus.within(
    ContactUnmerged,
    ({ db }, { survivorId, contact }) =>
      void execute(db, sql.moveSendsOfTickets, { toId: contact.id, fromId: survivorId }),
  );

  bus.within(TicketEmptying, (unit, { ticket, atMost, left }) => {
    const rows = queryAll(unit.db, sql.oldestOfTicket, { ticketId: ticket.id, limit: atMost });
    // With fewer messages than one batch, `TicketDeleting` removes them together with the ticket.
    if (rows.length < atMost) return;
    unit.emit(MessagesRemoving, { ids: rows.map(({ id }) => id) });
    removeMessages(unit, rows);
    left();
  });

  bus.within(TicketDeleting, (unit, { ticket }) => {
    const rows = queryAll(unit.db, sql.oldestOfTicket, {
      ticketId: ticket.id,
      limit: Number.MAX_SAFE_INTEGER,
    });
    if (rows.length === 0) return;
    unit.emit(MessagesRemoving, { ids: rows.map(({ id }) => id) });
    execute(unit.db, sql.deleteOfTicket, { ticketId: ticket.id });
    noteRemovedWords(unit);
    for (const { mediaId } of rows) if (mediaId !== null) removeMediaFile(unit, mediaId);
  });

  bus.within(ContactEmptying, (unit, { contact, atMost, left, isLeft }) => {
    // After an interrupted merge, some messages may belong to another contact; they are first returned to it.
    if (isMergeTarget(unit.db, contact.id)) return;
    if (blankMessagesInGroups(unit, contact.id, atMost) === atMost) return left();
    // Reads all messages of the contact, so it runs only when few are left.
    if (!isLeft() && removeFromOtherTickets(unit, contact.id, atMost) === atMost) left();
  });

  bus.within(ContactDeleting, (unit, { contact }) => {
    const { db } = unit;
    blankMessagesInGroups(unit, contact.id, Number.MAX_SAFE_INTEGER);
    removeFromOtherTickets(unit, contact.id, Number.MAX_SAFE_INTEGER);
    execute(db, sql.deleteSends, { contactId: contact.id });
    const identities = identitiesOf(db, contact.id);
    const chatKeys = JSON.stringify(identities.map(({ kind, value }) => `${kind}:${value}`));
    for (const { payload } of queryAll(db, sql.waitingEvents, { chatKeys }))
      dropFile(unit, JSON.parse(payload));
    execute(db, sql.deleteEvents, { chatKeys });
    for (const { address } of identities)
      execute(db, sql.deleteCallTexts, { from: `${address}:`, to: `${address};` });
  });
}

/**
 * Removes messages of a deleted contact from tickets of other contacts: messages written between a merge and its undo. Returns how
 * many it removed.
 */
function removeFromOtherTickets(unit: TenantUnit, contactId: number, atMost: number): number {
  const rows = queryAll(unit.db, sql.inOtherTickets, { contactId, limit: atMost });
  if (rows.length === 0) return 0;
  unit.emit(MessagesRemoving, { ids: rows.map(({ id }) => id) });
  for (const { id: messageId, ticketId } of rows)
    updatePreview(unit, storedTicket(unit.db, ticketId), { messageId, preview: "", mediaType: null });
  removeMessages(unit, rows);
  return rows.length;
}

/** Clears the content of messages that a deleted contact wrote in groups; returns how many it cleared. */
function blankMessagesInGroups(unit: TenantUnit, contactId: number, atMost: number): number {
  const written = queryAll(unit.db, sql.writtenInGroups, { contactId, limit: atMost });
  for (const { id, mediaId, ticketId } of written) {
    execute(unit.db, sql.blank, { now: unit.now, id });
    removeLink(unit, id);
    forgetTranslations(unit, id);
    blankPreview(unit, ticketId, id);
    if (mediaId !== null) removeMediaFile(unit, mediaId);
  }
  return written.length;
}

/** Deletes inbound events that name an erased person. */
export function listenToErasure({ bus }: Installation): void {
  bus.within(ContactTracesErasing, (unit, { traces }) => {
    for (const name of traces.names) {
      for (const { payload } of queryAll(unit.db, sql.waiting, { name })) dropFile(unit, JSON.parse(payload));
      execute(unit.db, sql.forget, { name });
    }
  });
  bus.within(ContactsCleared, ({ db }) => void execute(db, sql.forgetAll));
}
