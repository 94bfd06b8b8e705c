import { eq } from "drizzle-orm";
import * as sql from "#outreach/contact-lists/contact-lists.sql.ts";
import type {
  ContactListItemBody,
  DeleteItemsBody,
  UpdateContactListItemBody,
} from "#outreach/contact-lists/contract.ts";
import { itemThere } from "#outreach/contact-lists/errors.ts";
import {
  ContactListUpdated,
  ItemCreated,
  ItemDeleted,
  ItemsReloaded,
  ItemUpdated,
} from "#outreach/contact-lists/events.ts";
import { CHECK_JOB } from "#outreach/contact-lists/job-names.ts";
import { itemByKey, requireItem, requireList } from "#outreach/contact-lists/queries.ts";
import { type ContactListItem, contactListItem } from "#outreach/contact-lists/schema.ts";
import { matchKey, readTypedNumber } from "#people/contacts/index.ts";
import { refusingTaken } from "#platform/db/constraint.ts";
import { execute } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { insertItem, searchOf } from "./add-item.ts";

/**
 * Creates an item, for admins. Throws 404 ERR_NOT_FOUND, 400 ERR_VALIDATION, 409 ERR_DUPLICATED_CONTACT with the
 * existing item.
 */
export function createItem({ tenant }: UserCtx, body: ContactListItemBody): ContactListItem {
  const { contactListId } = body;
  const number = readTypedNumber(tenant, body.number);
  return tenant.write((unit) => {
    requireList(unit.db, contactListId);
    const itemId = insertItem(unit, contactListId, { name: body.name, number, email: body.email ?? "" });
    if (itemId === null) throw itemThere(itemByKey(unit.db, contactListId, matchKey(number))?.id ?? 0);
    unit.emit(ItemCreated, { contactListId, itemId });
    unit.emit(ContactListUpdated, { contactListId });
    return requireItem(unit.db, itemId);
  });
}

/**
 * Changes an item, for admins; absent fields keep their value, and a changed number is checked again. Throws 404
 * ERR_NOT_FOUND, 400 ERR_VALIDATION, 409 ERR_DUPLICATED_CONTACT.
 */
export function updateItem(
  { tenant }: UserCtx,
  id: number,
  body: UpdateContactListItemBody,
): ContactListItem {
  const typed = body.number === undefined ? undefined : readTypedNumber(tenant, body.number);
  return tenant.write((unit) => {
    const before = requireItem(unit.db, id);
    const fields = {
      name: body.name ?? before.name,
      number: typed ?? before.number,
      email: body.email === undefined ? before.email : (body.email ?? ""),
    };
    const key = matchKey(fields.number);
    const isOther = fields.number !== before.number;
    refusingTaken(
      () =>
        unit.db
          .update(contactListItem)
          .set({
            ...fields,
            matchKey: key,
            search: searchOf(fields),
            ...(isOther && { isWhatsappValid: null, checkAt: unit.now }),
            updatedAt: unit.now,
          })
          .where(eq(contactListItem.id, id))
          .run(),
      {
        "contact_list_item.match_key": () =>
          itemThere(itemByKey(unit.db, before.contactListId, key)?.id ?? 0),
      },
    );
    if (isOther) unit.scheduleWake(CHECK_JOB, unit.now);
    unit.emit(ItemUpdated, { contactListId: before.contactListId, itemId: id });
    if (isOther) unit.emit(ContactListUpdated, { contactListId: before.contactListId });
    return requireItem(unit.db, id);
  });
}

/** Deletes an item, for admins. Throws 404 ERR_NOT_FOUND. */
export function deleteItem({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    const { contactListId } = requireItem(unit.db, id);
    unit.db.delete(contactListItem).where(eq(contactListItem.id, id)).run();
    unit.emit(ItemDeleted, { contactListId, itemId: id });
    unit.emit(ContactListUpdated, { contactListId });
  });
}

/** Deletes the given items of one list, for admins; ids of other lists are ignored. Returns how many were deleted. */
export function deleteItems({ tenant }: UserCtx, { contactListId, ids }: DeleteItemsBody): number {
  return tenant.write((unit) => {
    requireList(unit.db, contactListId);
    const { changes } = execute(unit.db, sql.deleteItems, { contactListId, ids: JSON.stringify(ids) });
    if (changes > 0) {
      unit.emit(ItemsReloaded, { contactListId });
      unit.emit(ContactListUpdated, { contactListId });
    }
    return changes;
  });
}
