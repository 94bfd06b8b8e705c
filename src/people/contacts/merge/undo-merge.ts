import { eq } from "drizzle-orm";
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
import { execute } from "#platform/db/query.ts";
import { noPermission, notFound } from "#platform/errors.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./merge.sql.ts";
import { holderOf } from "./merge.ts";
import { untakenFields } from "./merged-fields.ts";
import { movedRows } from "./moved-rows.ts";

/** docs/rules/contacts.md#merge: a merge can be undone for 30 days. In ms. */
const UNDO_MS = 30 * 24 * 60 * 60_000;

/**
 * `POST /contacts/merges/{id}/undo`: admins, 30 days. Restores the losing contact under its old id; returns
 * both ids. Throws 403 ERR_NO_PERMISSION, 404 ERR_NOT_FOUND, 409 ERR_MERGE_ALREADY_UNDONE, 409
 * ERR_MERGE_TOO_OLD.
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
  execute(db, sql.returnIdentities, { contactId: lost.id, survivorId, ids: list("contact_identity") });
  execute(db, sql.deleteMovedExtras, { survivorId, ids: list("contact_extra") });
  for (const { name, value } of extras)
    db.insert(contactExtra).values({ contactId: lost.id, name, value }).run();
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
