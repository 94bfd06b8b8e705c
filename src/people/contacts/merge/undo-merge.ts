import { and, desc, eq, isNull } from "drizzle-orm";
import { mergeAlreadyUndone, mergeTooOld, noContact } from "#people/contacts/errors.ts";
import {
  ContactCreated,
  ContactUnmerged,
  ContactUnmerging,
  ContactUpdated,
} from "#people/contacts/events.ts";
import { canMerge } from "#people/contacts/policy.ts";
import { contactById } from "#people/contacts/read.ts";
import { contact, contactExtra, contactMerge } from "#people/contacts/schema.ts";
import { unmergeValues } from "#people/fields/index.ts";
import type { Db } from "#platform/db/database.ts";
import { execute } from "#platform/db/query.ts";
import { noPermission, notFound } from "#platform/errors.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./merge.sql.ts";
import { holderOf, movedRows, type Taken, untakenFields } from "./merge.ts";
import { oneMergeAtATime } from "./one-at-a-time.ts";
import { returnRows } from "./return-rows.ts";

/** docs/rules/contacts.md#merge: a merge can be undone for 30 days. In ms. */
const UNDO_MS = 30 * 24 * 60 * 60_000;

/**
 * `POST /contacts/merges/{id}/undo`: admins, 30 days. Restores the losing contact under its old id, then returns its
 * tickets and messages in steps; after a kill a job continues. Returns both ids. Throws 403 ERR_NO_PERMISSION, 404
 * ERR_NOT_FOUND, 409 ERR_MERGE_ALREADY_UNDONE, 409 ERR_MERGE_TOO_OLD.
 */
export async function undoMerge({ tenant, actor }: UserCtx, mergeId: number): Promise<Separated> {
  if (!canMerge(actor)) throw noPermission();
  return oneMergeAtATime(tenant, async () => {
    // If a merge of the survivor into a third contact was interrupted, the survivor's rows are returned first.
    await returnRows(tenant.base, undoable(tenant.db, mergeId, tenant.clock.now()).survivorId);
    const separated = tenant.write((unit) => {
      const { merge, survivorId } = undoable(unit.db, mergeId, unit.now);
      separate(unit, merge, survivorId);
      return { contactId: merge.loserId, survivorId };
    });
    await returnRows(tenant.base, separated.contactId);
    return separated;
  });
}

interface Separated {
  readonly contactId: number;
  readonly survivorId: number;
}
type Merge = typeof contactMerge.$inferSelect;

/** `survivorId` is the contact that holds the rows now. */
function undoable(db: Db, mergeId: number, nowMs: number): { merge: Merge; survivorId: number } {
  const merge = db.select().from(contactMerge).where(eq(contactMerge.id, mergeId)).get();
  if (!merge) throw notFound();
  if (merge.undoneAt !== null) throw mergeAlreadyUndone();
  if (nowMs - merge.mergedAt > UNDO_MS) throw mergeTooOld();
  const survivorId = holderOf(db, merge.survivorId);
  if (survivorId === undefined) throw noContact();
  return { merge, survivorId };
}

function separate(unit: TenantUnit, merge: Merge, survivorId: number): void {
  const { db } = unit;
  const { contact: lost, extras, sharedGroups, fields, taken } = merge.loser;
  const moved = movedRows(merge.moved);
  const list = (table: string) => JSON.stringify(moved.of(table));
  const survivor = contactById(db, survivorId);
  const left = takenSince(db, merge.survivorId, taken);
  if (survivor)
    db.update(contact)
      .set({ ...untakenFields(survivor, left), updatedAt: unit.now })
      .where(eq(contact.id, survivorId))
      .run();
  db.insert(contact)
    .values({ ...lost, updatedAt: unit.now })
    .run();
  execute(db, sql.returnIdentities, { contactId: lost.id, survivorId, ids: list("contact_identity") });
  execute(db, sql.deleteMovedExtras, { survivorId, ids: list("contact_extra") });
  for (const { name, value } of extras)
    db.insert(contactExtra).values({ contactId: lost.id, name, value }).run();
  if (fields) unmergeValues(db, survivorId, lost.id, fields);
  execute(db, sql.returnGroups, { contactId: lost.id, survivorId, ids: list("group_member") });
  execute(db, sql.restoreSharedGroups, { id: lost.id, ids: JSON.stringify(sharedGroups) });
  db.update(contactMerge).set({ undoneAt: unit.now }).where(eq(contactMerge.id, merge.id)).run();

  const unmerge = {
    survivorId,
    contact: lost,
    identityIds: moved.of("contact_identity"),
    mergedAt: merge.mergedAt,
    moved,
  };
  unit.emit(ContactUnmerging, unmerge);
  unit.emit(ContactUnmerged, unmerge);
  unit.emit(ContactCreated, { contactId: lost.id });
  unit.emit(ContactUpdated, { contactId: survivorId });
}

/**
 * Returns the values that the visible contact still has from the merge that is being undone. If the survivor was itself merged
 * later, the values are also removed from its stored copy, and only those are returned that each later survivor took from it. So a
 * contact that an admin blocked directly stays blocked.
 */
function takenSince(db: Db, survivorId: number, taken: Taken): Taken {
  let [id, left] = [survivorId, taken];
  for (let steps = 0; steps < 100; steps += 1) {
    const later = db
      .select()
      .from(contactMerge)
      .where(and(eq(contactMerge.loserId, id), isNull(contactMerge.undoneAt)))
      .orderBy(desc(contactMerge.id))
      .limit(1)
      .get();
    if (!later) break;
    const { contact: merged, taken: takenLater } = later.loser;
    const own = untakenFields(merged, left);
    const isReturned = ([key]: [string, unknown]) => key in own;
    const kept = Object.entries(takenLater).filter((entry) => !isReturned(entry));
    const loser = { ...later.loser, contact: { ...merged, ...own }, taken: Object.fromEntries(kept) };
    db.update(contactMerge).set({ loser }).where(eq(contactMerge.id, later.id)).run();
    left = Object.fromEntries(Object.entries(takenLater).filter(isReturned));
    id = later.survivorId;
  }
  return left;
}
