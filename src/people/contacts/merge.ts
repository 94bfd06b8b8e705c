import { eq } from "drizzle-orm";
import { all, type Db, one, run } from "#platform/db/database.ts";
import { invalidFields, noPermission } from "#platform/errors.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { noContact } from "./errors.ts";
import { ContactMerged, ContactMerging, ContactUpdated } from "./events.ts";
import { mergedFields, type Taken } from "./merged-fields.ts";
import { movedRows } from "./moved-rows.ts";
import { canMerge } from "./policy.ts";
import { contactById } from "./read.ts";
import { type Contact, type ContactExtra, contact, contactMerge } from "./schema.ts";

const EXTRAS = `SELECT id, contact_id AS contactId, name, value FROM contact_extra WHERE contact_id = ? ORDER BY id`;
const MOVE_IDENTITIES = "UPDATE contact_identity SET contact_id = ? WHERE contact_id = ? RETURNING id";
const MOVE_EXTRAS = `UPDATE contact_extra SET contact_id = ?1 WHERE contact_id = ?2
  AND lower(name) NOT IN (SELECT lower(name) FROM contact_extra WHERE contact_id = ?1) RETURNING id`;
const SHARED_GROUPS = `SELECT group_id AS id FROM group_member WHERE contact_id = ?1
  AND group_id IN (SELECT group_id FROM group_member WHERE contact_id = ?2)`;
const MOVE_GROUPS = `UPDATE group_member SET contact_id = ?1 WHERE contact_id = ?2
  AND group_id NOT IN (SELECT group_id FROM group_member WHERE contact_id = ?1) RETURNING group_id AS id`;
const DELETE = "DELETE FROM contact WHERE id = ?";

/**
 * `POST /contacts/{id}/merge`: admins; the contact in the path survives. Answers the id for the undo.
 * Throws 403 ERR_NO_PERMISSION, 404 ERR_NO_CONTACT_FOUND, 400 ERR_VALIDATION (a contact with itself, a person
 * with a group).
 */
export function mergeByHand(ctx: UserCtx, survivorId: number, loserId: number): number {
  if (!canMerge(ctx.actor)) throw noPermission();
  return ctx.tenant.write((unit) => {
    const survivor = contactById(unit.db, survivorId);
    const loser = contactById(unit.db, loserId);
    if (!survivor || !loser) throw noContact();
    if (survivorId === loserId || survivor.isGroup !== loser.isGroup)
      throw invalidFields({ otherId: "invalid" });
    return mergeContacts(unit, survivor, loser, ctx.actor.id);
  });
}

/**
 * Of two contacts that turn out to be one, the older stays (docs/rules/contacts.md#merge). Throws 404
 * ERR_NO_CONTACT_FOUND.
 */
export function survivorOf(db: Db, one: number, other: number): { survivor: Contact; loser: Contact } {
  const [a, b] = [contactById(db, one), contactById(db, other)];
  if (!a || !b) throw noContact();
  const aFirst = a.createdAt === b.createdAt ? a.id < b.id : a.createdAt < b.createdAt;
  return aFirst ? { survivor: a, loser: b } : { survivor: b, loser: a };
}

/**
 * Makes two contacts one (docs/rules/contacts.md#merge); everything of the loser moves, and a row remembers how to undo
 * it. `userId` is the admin who asked, null when the network said so. Answers the id of the merge.
 */
export function mergeContacts(
  unit: TenantUnit,
  survivor: Contact,
  loser: Contact,
  userId: number | null,
): number {
  const { db } = unit;
  const moved = movedRows();
  const ids = (sql: string) => all<{ id: number }>(db, sql, survivor.id, loser.id).map((row) => row.id);
  const extras = all<ContactExtra>(db, EXTRAS, loser.id);
  const sharedGroups = ids(SHARED_GROUPS);
  moved.add("contact_identity", ids(MOVE_IDENTITIES));
  moved.add("contact_extra", ids(MOVE_EXTRAS));
  moved.add("group_member", ids(MOVE_GROUPS));
  unit.emit(ContactMerging, { survivor, loser, moved });
  run(db, DELETE, loser.id);
  const taken = take(unit, survivor, loser);
  const { id } = db
    .insert(contactMerge)
    .values({
      survivorId: survivor.id,
      loserId: loser.id,
      loser: { contact: loser, extras, sharedGroups, taken },
      moved: moved.all(),
      automatic: userId === null,
      userId,
      mergedAt: unit.now,
    })
    .returning({ id: contactMerge.id })
    .get();
  unit.emit(ContactMerged, { survivorId: survivor.id, loserId: loser.id });
  unit.emit(ContactUpdated, { contactId: survivor.id });
  return id;
}

/** Values the survivor lacks come from the loser, whose picture passes on with them. */
function take(unit: TenantUnit, survivor: Contact, loser: Contact): Taken {
  const taken = mergedFields(survivor, loser);
  const changes = Object.fromEntries(Object.entries(taken).map(([key, { to }]) => [key, to]));
  unit.db
    .update(contact)
    .set({ ...changes, updatedAt: unit.now })
    .where(eq(contact.id, survivor.id))
    .run();
  return taken;
}

/** The contact that holds what this one's merge brought: itself, or whoever it was merged into since. */
export function holderOf(db: Db, contactId: number): number | undefined {
  let id: number | undefined = contactId;
  for (let steps = 0; id !== undefined && steps < 100; steps += 1) {
    if (contactById(db, id)) return id;
    id = one<{ id: number }>(
      db,
      "SELECT survivor_id AS id FROM contact_merge WHERE merged_contact_id = ? AND undone_at IS NULL ORDER BY id DESC",
      id,
    )?.id;
  }
  return undefined;
}
