import { MessagesMoved } from "#inbox/messages/events.ts";
import type { messageMove } from "#inbox/messages/schema.ts";
import { TicketsMoving } from "#inbox/tickets/events.ts";
import {
  ContactDeleting,
  ContactEmptying,
  ContactMergePreparing,
  ContactRowsReturning,
} from "#people/contacts/events.ts";
import { mergedContacts, oneMergeAtATime, returnRows, returnSomeRows } from "#people/contacts/index.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { defineDueJob } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./moves-before-merges.sql.ts";

type Move = typeof messageMove.$inferSelect;

const JOB = "message_moves";
/**
 * A merge whose next step does not follow within this time is abandoned, and its messages are moved back, ms. The server was
 * stopped, or the merge was rejected.
 */
const ABANDONED_MS = 60_000;

/**
 * Moves the messages of a long conversation, and the author of messages in groups, in steps before a contact is merged
 * into another. Until their tickets move, messages are in tickets of the merged contact but belong to the survivor, whose
 * conversation does not show them (`readableTickets`).
 */
export function moveMessagesBeforeMerges({ bus }: Installation): void {
  bus.within(ContactMergePreparing, (unit, { survivor, loser, part, atMost, left }) => {
    const { db } = unit;
    const move = queryOne(db, sql.moveFrom, { contactId: loser.id });
    if (move && move.toContactId !== survivor.id) {
      // First returns the rows of an interrupted merge into another contact.
      returnSomeRows(unit, loser.id, atMost);
      return left();
    }
    if (part !== "messages") return;
    const rows = queryAll(db, sql.nextToMove, { contactId: loser.id, limit: atMost });
    // The merge itself moves the remaining messages when they are fewer than one step.
    if (rows.length < atMost) {
      if (moveSomeAuthors(unit, loser.id, survivor.id, atMost)) left();
      return;
    }
    beginMove(unit, loser.id, survivor.id);
    const ids = rows.map(({ id }) => id);
    const { changes } = execute(db, sql.move, { toContactId: survivor.id, ids: JSON.stringify(ids) });
    unit.emit(MessagesMoved, { ids, contactId: survivor.id });
    // The merge itself handles messages that both contacts have.
    if (changes * 2 >= atMost) left();
  });

  bus.within(TicketsMoving, (unit, { fromContactId, toContactId }) =>
    beginMove(unit, fromContactId, toContactId),
  );

  bus.within(ContactRowsReturning, (unit, { contactId, atMost, left, isLeft }) => {
    const move = queryOne(unit.db, sql.moveFrom, { contactId });
    if (!move || isLeft()) return;
    if (putAuthorsBack(unit.db, move, atMost) || putSomeBack(unit, move, atMost)) left();
  });

  bus.within(ContactEmptying, (unit, { contact, atMost, left }) => {
    const [move] = queryAll(unit.db, sql.movesTo, { contactId: contact.id });
    if (!move) return;
    returnSomeRows(unit, move.fromContactId, atMost);
    left();
  });

  bus.within(ContactDeleting, ({ db }, { contact }) => {
    execute(db, sql.deleteMove, { contactId: contact.id });
    execute(db, sql.deleteAuthorMoves, { contactIds: JSON.stringify(mergedContacts(db, contact.id)) });
  });
}

/** True while a merge into this contact moves rows, so that it owns messages of another contact's tickets. */
export const isMergeTarget = (db: Db, contactId: number): boolean =>
  queryAll(db, sql.movesTo, { contactId }).length > 0;

const beginMove = (unit: TenantUnit, fromContactId: number, toContactId: number): void =>
  recordMove(unit, { fromContactId, toContactId, movedAt: unit.now, lastId: null });

/**
 * Changes the author of `limit` messages in groups. Returns false and changes nothing when there are fewer: the merge itself changes those.
 */
function moveSomeAuthors(
  unit: TenantUnit,
  fromContactId: number,
  toContactId: number,
  limit: number,
): boolean {
  const { db } = unit;
  const rows = queryAll(db, sql.nextWritten, { contactId: fromContactId, limit });
  if (rows.length < limit) return false;
  const ids = JSON.stringify(rows.map(({ id }) => id));
  beginMove(unit, fromContactId, toContactId);
  execute(db, sql.recordAuthors, { fromContactId, ids });
  execute(db, sql.moveAuthors, { fromContactId, toContactId, ids });
  return true;
}

/** Restores the author of up to `limit` messages; returns false when there are none. */
function putAuthorsBack(db: Db, { fromContactId, toContactId }: Move, limit: number): boolean {
  const rows = queryAll(db, sql.nextAuthorsBack, { contactId: fromContactId, limit });
  if (rows.length === 0) return false;
  const ids = JSON.stringify(rows.map(({ id }) => id));
  execute(db, sql.moveAuthors, { fromContactId: toContactId, toContactId: fromContactId, ids });
  execute(db, sql.forgetAuthors, { fromContactId, ids });
  return true;
}

function recordMove(unit: TenantUnit, move: Move): void {
  execute(unit.db, sql.recordMove, move);
  unit.scheduleWake(JOB, unit.now + ABANDONED_MS);
}

/**
 * Ends the move after the merge: the tickets belong to the survivor already, so the messages moved before become the
 * survivor's as well.
 */
export function finishMove(db: Db, loserId: number, survivorId: number): void {
  execute(db, sql.redirectMoves, { fromContactId: loserId, toContactId: survivorId });
  execute(db, sql.deleteMove, { contactId: loserId });
}

/**
 * Begins to return the messages of an undone merge: the messages of returned tickets, and those that arrived from the contact's
 * identities since the merge. `lastId` is the newest message at the time of the merge.
 */
export const beginReturn = (unit: TenantUnit, move: Omit<Move, "movedAt">): void =>
  recordMove(unit, { ...move, movedAt: unit.now });

/** Moves up to `limit` messages back. Returns whether more remain. */
function putSomeBack(unit: TenantUnit, move: Move, limit: number): boolean {
  const { db } = unit;
  const { fromContactId, toContactId, lastId } = move;
  const contacts = { fromContactId, toContactId };
  const found =
    lastId === null
      ? queryAll(db, sql.nextToPutBack, { ...contacts, limit })
      : queryAll(db, sql.nextToReturn, { ...contacts, lastId, limit });
  const rows =
    found.length > 0 || lastId === null
      ? found
      : queryAll(db, sql.nextOfLater, { ...contacts, lastId, limit });
  const ids = rows.map(({ id }) => id);
  execute(db, sql.move, { toContactId: fromContactId, ids: JSON.stringify(ids) });
  // A message that did not move back was received again in the meantime.
  execute(db, sql.deleteDuplicates, { toContactId: fromContactId, ids: JSON.stringify(ids) });
  unit.emit(MessagesMoved, { ids, contactId: fromContactId });
  if (lastId === null ? rows.length === limit : rows.length > 0) return true;
  execute(db, sql.deleteMove, { contactId: fromContactId });
  return false;
}

/** Every minute: moves rows back whose merge was not completed, and completes interrupted undos. */
export const abandonedMoves = defineDueJob({
  job: JOB,
  every: { seconds: 60 },
  whileHeld: true,
  failure: "messages of an interrupted merge not put back; retry in 1 min",
  retryMs: ABANDONED_MS,
  run: putAbandonedBack,
});

async function putAbandonedBack(tenant: Tenant): Promise<number | null> {
  for (const move of queryAll(tenant.db, sql.everyMove)) {
    const abandonedAt = move.movedAt + ABANDONED_MS;
    if (abandonedAt > tenant.clock.now()) return abandonedAt;
    const { fromContactId: contactId } = move;
    await oneMergeAtATime(tenant, async () => {
      await returnRows(
        tenant,
        contactId,
        ({ db }) => queryOne(db, sql.moveFrom, { contactId })?.movedAt === move.movedAt,
      );
    });
  }
  return null;
}
