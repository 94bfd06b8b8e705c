import { eq } from "drizzle-orm";
import { run } from "#platform/db/database.ts";
import { noPermission, notFound } from "#platform/errors.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { mergeAlreadyUndone, mergeTooOld, noContact } from "./errors.ts";
import { ContactCreated, ContactUnmerged, ContactUnmerging, ContactUpdated } from "./events.ts";
import { holderOf } from "./merge.ts";
import { untakenFields } from "./merged-fields.ts";
import { movedRows } from "./moved-rows.ts";
import { canMerge } from "./policy.ts";
import { contactById } from "./read.ts";
import { contact, contactExtra, contactMerge } from "./schema.ts";

/** docs/rules/contacts.md#merge: a merge can be undone for 30 days. */
const UNDO_MS = 30 * 24 * 60 * 60_000;

const IDENTITIES_BACK = `UPDATE contact_identity SET contact_id = ?1 WHERE contact_id = ?2
  AND id IN (SELECT value FROM json_each(?3))`;
const EXTRAS_GONE = `DELETE FROM contact_extra WHERE contact_id = ?1 AND id IN (SELECT value FROM json_each(?2))`;
const GROUPS_BACK = `UPDATE group_member SET contact_id = ?1 WHERE contact_id = ?2
  AND group_id IN (SELECT value FROM json_each(?3))`;
const GROUPS_SHARED = `INSERT OR IGNORE INTO group_member (group_id, contact_id)
  SELECT value, ?1 FROM json_each(?2) WHERE value IN (SELECT id FROM contact)`;

/**
 * `POST /contacts/merges/{id}/undo`: admins, 30 days. The losing contact comes back with its old id; answers both.
 * Throws 403 ERR_NO_PERMISSION, 404 ERR_NOT_FOUND, 409 ERR_MERGE_ALREADY_UNDONE, 409 ERR_MERGE_TOO_OLD.
 */
export function undoMerge(ctx: UserCtx, mergeId: number): { contactId: number; survivorId: number } {
  if (!canMerge(ctx.actor)) throw noPermission();
  return ctx.tenant.write((unit) => {
    const merge = unit.db.select().from(contactMerge).where(eq(contactMerge.id, mergeId)).get();
    if (!merge) throw notFound();
    if (merge.undoneAt !== null) throw mergeAlreadyUndone();
    if (unit.now - merge.mergedAt > UNDO_MS) throw mergeTooOld();
    const survivorId = holderOf(unit.db, merge.survivorId);
    if (survivorId === undefined) throw noContact();
    separate(unit, merge, survivorId);
    return { contactId: merge.loserId, survivorId };
  });
}

function separate(unit: TenantUnit, merge: typeof contactMerge.$inferSelect, survivorId: number): void {
  const { db } = unit;
  const { contact: lost, extras, sharedGroups, taken } = merge.loser;
  const moved = movedRows(merge.moved);
  const list = (table: string) => JSON.stringify(moved.of(table));
  const survivor = contactById(db, survivorId);
  if (survivor)
    db.update(contact)
      .set({ ...untakenFields(survivor, taken), updatedAt: unit.now })
      .where(eq(contact.id, survivorId))
      .run();
  db.insert(contact)
    .values({ ...lost, updatedAt: unit.now })
    .run();
  run(db, IDENTITIES_BACK, lost.id, survivorId, list("contact_identity"));
  run(db, EXTRAS_GONE, survivorId, list("contact_extra"));
  for (const { name, value } of extras)
    db.insert(contactExtra).values({ contactId: lost.id, name, value }).run();
  run(db, GROUPS_BACK, lost.id, survivorId, list("group_member"));
  run(db, GROUPS_SHARED, lost.id, JSON.stringify(sharedGroups));
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
