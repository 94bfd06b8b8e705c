import { all, run } from "#platform/db/database.ts";
import { invalidFields, noPermission } from "#platform/errors.ts";
import { nextTurn } from "#platform/jobs/next-turn.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { eraseContact } from "./delete.ts";
import { ContactsCleared, ContactsClearing, ContactsReloaded } from "./events.ts";
import { contactById } from "./read.ts";

/** Contacts of one transaction: others get their turn in between. */
const STEP = 5;
/** Without contacts these rows name nobody that could be told apart. */
const REMAINS = ["DELETE FROM contact_merge", "DELETE FROM number_check"] as const;
const NEXT = `SELECT id FROM contact WHERE id > ? ORDER BY id LIMIT ${STEP}`;

/**
 * `DELETE /contacts`: super users, in their own company; `confirm` is its name. Refused as a whole while an
 * attendance is under way; then step by step, so that nobody waits for a large address book, and what a step cannot
 * remove any more (an attendance began meanwhile) stays. Throws 403 ERR_NO_PERMISSION, 400 ERR_VALIDATION,
 * 409 ERR_CONTACT_HAS_TICKETS.
 */
export async function deleteAllContacts(ctx: UserCtx, confirm: string) {
  const { tenant, actor } = ctx;
  if (!actor.super) throw noPermission();
  if (confirm.trim() !== tenant.company.name.trim()) throw invalidFields({ confirm: "invalid" });
  tenant.write((unit) => unit.emit(ContactsClearing, {}));
  let deleted = 0;
  let left = 0;
  for (let after = 0; ; ) {
    const ids = all<{ id: number }>(tenant.db, NEXT, after).map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) break;
    const gone = eraseSome(tenant, actor, ids);
    deleted += gone;
    left += ids.length - gone;
    after = last;
    await nextTurn(tenant);
  }
  tenant.write((unit) => {
    if (left === 0) for (const sql of REMAINS) run(unit.db, sql);
    unit.emit(left === 0 ? ContactsCleared : ContactsReloaded, {});
  });
  return { message: "Contacts deleted", deleted };
}

/** Answers how many of them are gone. */
function eraseSome(tenant: Tenant, user: UserCtx["actor"], ids: readonly number[]): number {
  try {
    return tenant.write((unit) => {
      for (const id of ids) {
        const contact = contactById(unit.db, id);
        if (contact) eraseContact(unit, contact, { user, withAll: true });
      }
      return ids.length;
    });
  } catch (error) {
    tenant.log.info({ err: error }, "a contact stays");
    if (ids.length === 1) return 0;
    return ids.reduce((gone, id) => gone + eraseSome(tenant, user, [id]), 0);
  }
}
