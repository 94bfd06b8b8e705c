import { ContactsCleared, ContactsClearing, ContactsReloaded } from "#people/contacts/events.ts";
import { contactById } from "#people/contacts/read.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import { invalidFields, noPermission } from "#platform/errors.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { eraseInSteps, eraseStep } from "./erase.ts";
import * as sql from "./removal.sql.ts";

/**
 * `DELETE /contacts`: super users, in their own company; `confirm` is its name. Rejected as a whole while an
 * attendance is open; then deletes in small transactions, so that other requests are not blocked by a large
 * address book. Contacts that cannot be deleted any more (an attendance began meanwhile) stay. Throws 403
 * ERR_NO_PERMISSION, 400 ERR_VALIDATION, 409 ERR_CONTACT_HAS_TICKETS.
 */
export async function deleteAllContacts(ctx: UserCtx, confirm: string) {
  const { tenant, actor } = ctx;
  if (!actor.super) throw noPermission();
  if (confirm.trim() !== tenant.company.name.trim()) throw invalidFields({ confirm: "invalid" });
  tenant.write((unit) => unit.emit(ContactsClearing, {}));
  let deleted = 0;
  let left = 0;
  for (let after = 0; ; ) {
    const ids = queryAll(tenant.db, sql.nextContacts, { after }).map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) break;
    const gone = await eraseBatch(tenant, actor, ids);
    deleted += gone;
    left += ids.length - gone;
    after = last;
    await yieldToEventLoop(tenant);
  }
  tenant.write((unit) => {
    if (left === 0) {
      execute(unit.db, sql.deleteAllMerges);
      execute(unit.db, sql.deleteAllNumberChecks);
    }
    unit.emit(left === 0 ? ContactsCleared : ContactsReloaded, {});
  });
  return { message: "Contacts deleted", deleted };
}

/** Erases these contacts, those with few rows in one transaction; returns how many were erased. */
async function eraseBatch(tenant: Tenant, user: UserCtx["actor"], ids: readonly number[]): Promise<number> {
  const batch = ids.map((id) => ({ id, options: { user, counts: new Map(), withAll: true } }));
  try {
    const long = tenant.write((unit) =>
      batch.filter(({ id, options }) => {
        const contact = contactById(unit.db, id);
        return contact && eraseStep(unit, contact, options) === "left";
      }),
    );
    for (const { id, options } of long)
      await eraseInSteps(tenant, (unit) => contactById(unit.db, id), options);
    return ids.length;
  } catch (error) {
    tenant.log.info({ err: error }, "contacts not erased: vetoed by a listener, or the transaction failed");
    if (ids.length === 1) return 0;
    let gone = 0;
    for (const id of ids) gone += await eraseBatch(tenant, user, [id]);
    return gone;
  }
}
