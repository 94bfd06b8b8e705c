import { MessagesMoved } from "#inbox/messages/events.ts";
import type { messageMove } from "#inbox/messages/schema.ts";
import {
  ContactDeleting,
  ContactEmptying,
  ContactMergePreparing,
  ContactRowsReturning,
} from "#people/contacts/events.ts";
import { oneMergeAtATime } from "#people/contacts/index.ts";
import type { Db } from "#platform/db/database.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { defineJob } from "#platform/jobs/define-job.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { forEachDueCompany } from "#tenants/due-companies.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
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
      putSomeBack(unit, move, atMost);
      return left();
    }
    const rows = queryAll(db, sql.nextToMove, { contactId: loser.id, limit: atMost });
    // If fewer messages than one step are left, they move together with the contact.
    if (rows.length < atMost) return;
    recordMove(unit, { fromContactId: loser.id, toContactId: survivor.id, movedAt: now, lastId: null });
    const ids = rows.map(({ id }) => id);
    const { changes } = execute(db, sql.move, { toContactId: survivor.id, ids: JSON.stringify(ids) });
    unit.emit(MessagesMoved, { ids, contactId: survivor.id });
    // The merge itself handles messages that both contacts have.
    if (changes * 2 >= atMost) left();
  });

  bus.within(ContactRowsReturning, (unit, { contactId, atMost, left }) => {
    const move = queryOne(unit.db, sql.moveFrom, { contactId });
    if (move && putSomeBack(unit, move, atMost)) left();
  });

  bus.within(ContactEmptying, (unit, { contact, atMost, left }) => {
    const [move] = queryAll(unit.db, sql.movesTo, { contactId: contact.id });
    if (!move) return;
    putSomeBack(unit, move, atMost);
    left();
  });

  bus.within(
    ContactDeleting,
    ({ db }, { contact }) => void execute(db, sql.deleteMove, { contactId: contact.id }),
  );
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
 * Begins to return the messages of an undone merge: those of the tickets that were moved back, and those that arrived
 * since by the contact's identities. `lastId` is the newest message at the time of the merge.
 */
export const beginReturn = (unit: TenantUnit, move: Omit<Move, "movedAt">): void =>
  recordMove(unit, { ...move, movedAt: unit.now });

/** Moves up to `limit` messages back. Returns whether more are left. */
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

/** Every minute: moves messages back whose merge was not completed, and completes interrupted undos. */
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
    const { fromContactId: contactId } = move;
    await oneMergeAtATime(tenant, async () => {
      const isLeft = (unit: TenantUnit) => {
        const left = queryOne(unit.db, sql.moveFrom, { contactId });
        return left !== undefined && left.movedAt === move.movedAt && putSomeBack(unit, left, STEP);
      };
      while (tenant.write(isLeft)) await yieldToEventLoop(tenant);
    });
  }
  return null;
}
