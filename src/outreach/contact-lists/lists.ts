import { eq } from "drizzle-orm";
import { deleteImportsOf } from "#outreach/contact-imports/index.ts";
import { refusingTaken } from "#platform/db/constraint.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import type { ContactListBody } from "./contract.ts";
import { listInUse, nameInUse } from "./errors.ts";
import { ContactListCreated, ContactListDeleted, ContactListUpdated } from "./events.ts";
import { SWEEP_JOB } from "./job-names.ts";
import { ListUsePort } from "./list-use-port.ts";
import { requireList } from "./queries.ts";
import { type ContactList, contactList } from "./schema.ts";

/** Creates a list, for admins. Throws 409 ERR_NAME_IN_USE. */
export const createList = ({ tenant }: UserCtx, { name }: ContactListBody): ContactList =>
  tenant.write((unit) => addList(unit, name));

/** Inserts an empty list, without a permission check. Throws 409 ERR_NAME_IN_USE. */
export function addList(unit: TenantUnit, name: string): ContactList {
  const row = named(() =>
    unit.db.insert(contactList).values({ name, createdAt: unit.now, updatedAt: unit.now }).returning().get(),
  );
  unit.emit(ContactListCreated, { contactListId: row.id });
  return row;
}

/** Renames a list, for admins. Throws 404 ERR_NOT_FOUND, 409 ERR_NAME_IN_USE. */
export function renameList({ tenant }: UserCtx, id: number, { name }: ContactListBody): ContactList {
  return tenant.write((unit) => {
    requireList(unit.db, id);
    named(() =>
      unit.db.update(contactList).set({ name, updatedAt: unit.now }).where(eq(contactList.id, id)).run(),
    );
    unit.emit(ContactListUpdated, { contactListId: id });
    return requireList(unit.db, id);
  });
}

/**
 * Deletes a list, for admins. Its items are hidden immediately and deleted in steps by a job. Throws 404 ERR_NOT_FOUND,
 * 409 ERR_LIST_IN_USE (a scheduled or running campaign uses it).
 */
export function deleteList({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    requireList(unit.db, id);
    if (tenant.installation.ports.use(ListUsePort).contactList(unit.db, id)) throw listInUse();
    deleteImportsOf(unit, id);
    unit.db.delete(contactList).where(eq(contactList.id, id)).run();
    unit.scheduleWake(SWEEP_JOB, unit.now);
    unit.emit(ContactListDeleted, { contactListId: id });
  });
}

const named = <T>(work: () => T): T =>
  refusingTaken(work, { contact_list_name: nameInUse, "contact_list.name": nameInUse });
