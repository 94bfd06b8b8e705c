import type { messageMove } from "#inbox/messages/schema.ts";
import { ContactDeleting, ContactEmptying, ContactMergePreparing } from "#people/contacts/events.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./moves-before-merges.sql.ts";

type Move = typeof messageMove.$inferSelect;

const JOB = "message_moves";
/**
 * Messages are moved back when no step followed within this time, ms: the server was stopped, or the merge was
 * rejected.
 */
const ABANDONED_MS = 60_000;
/** Messages moved back per transaction. */
const STEP = 200;

/**
 * Moves the messages of a long conversation in steps before its contact is merged into another. Until the merge is
 * complete they are in tickets of the merged contact but belong to the survivor, whose conversation does not show them
 * (`readableTickets`).
 */
export function moveMessagesBeforeMerges({ bus }: Installation): void {
  bus.within(ContactMergePreparing, (unit, { survivor, loser, atMost, left }) => {
    const { db, now } = unit;
    const move = queryOne(db, sql.moveFrom, { contactId: loser.id });
    if (move && move.toContactId !== survivor.id) {
      // The rest of an interrupted merge into another contact.
      putSomeBack(db, move, atMost);
      return left();
    }
    const rows = queryAll(db, sql.nextToMove, { contactId: loser.id, limit: atMost });
    // If fewer messages than one step are left, they move together with the contact.
    if (rows.length < atMost) return;
    execute(db, sql.recordMove, { fromContactId: loser.id, toContactId: survivor.id, movedAt: now });
    unit.scheduleWake(JOB, now + ABANDONED_MS);
    const ids = JSON.stringify(rows.map(({ id }) => id));
    const { changes } = execute(db, sql.move, { toContactId: survivor.id, ids });
    // The merge itself handles messages that both contacts have.
    if (changes * 2 >= atMost) left();
  });

  bus.within(ContactEmptying, ({ db }, { contact, atMost, left }) => {
    const [move] = queryAll(db, sql.movesTo, { contactId: contact.id });
    if (!move) return;
    putSomeBack(db, move, atMost);
    left();
  });

  bus.within(
    ContactDeleting,
    ({ db }, { contact }) => void execute(db, sql.deleteMove, { contactId: contact.id }),
  );
}

/**
 * Ends the move after the merge: the tickets belong to the survivor already, so the messages moved before become the
 * survivor's as well. Returns the ids of the messages that the survivor got from the merged contact.
 */
export function finishMove(
  db: Db,
  loserId: number,
  survivorId: number,
  ticketIds: readonly number[],
): readonly number[] {
  const move = queryOne(db, sql.moveFrom, { contactId: loserId });
  const moved = move
    ? queryAll(db, sql.movedOf, { toContactId: move.toContactId, ticketIds: JSON.stringify(ticketIds) })
    : [];
  const ids = moved.map(({ id }) => id);
  // While the messages moved, the network reported that the contact is the same person as a third contact.
  if (move && move.toContactId !== survivorId)
    execute(db, sql.move, { toContactId: survivorId, ids: JSON.stringify(ids) });
  execute(db, sql.redirectMoves, { fromContactId: loserId, toContactId: survivorId });
  execute(db, sql.deleteMove, { contactId: loserId });
  return ids;
}

/** Moves all messages of a contact back in one transaction, before an earlier merge of it is undone. */
export function putAllBack(db: Db, contactId: number): void {
  const move = queryOne(db, sql.moveFrom, { contactId });
  if (move) putSomeBack(db, move, Number.MAX_SAFE_INTEGER);
}

/** Moves up to `limit` messages back. Returns whether more are left. */
function putSomeBack(db: Db, move: Move, limit: number): boolean {
  const { fromContactId, toContactId } = move;
  const rows = queryAll(db, sql.nextToPutBack, { fromContactId, toContactId, limit });
  const ids = JSON.stringify(rows.map(({ id }) => id));
  execute(db, sql.move, { toContactId: fromContactId, ids });
  // A message that did not move back was received again in the meantime.
  execute(db, sql.deleteDuplicates, { toContactId: fromContactId, ids });
  if (rows.length === limit) return true;
  execute(db, sql.deleteMove, { contactId: fromContactId });
  return false;
}

/** Every minute: moves messages back whose merge was not completed. */
export const abandonedMoves = defineJob<Installation>({
  name: JOB,
  every: { seconds: 60 },
  run: (installation) =>
    forEachDueCompany(installation, {
      job: JOB,
      whileHeld: true,
      failure: "messages of an interrupted merge not put back; tried again in a minute",
      retryMs: ABANDONED_MS,
      run: putAbandonedBack,
    }),
});

async function putAbandonedBack(tenant: Tenant): Promise<number | null> {
  for (const move of queryAll(tenant.db, sql.everyMove)) {
    const abandonedAt = move.movedAt + ABANDONED_MS;
    if (abandonedAt > tenant.clock.now()) return abandonedAt;
    while (tenant.write((unit) => putSomeBack(unit.db, move, STEP))) await yieldToEventLoop(tenant);
  }
  return null;
}
