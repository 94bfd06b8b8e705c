import { type ListImport, ListImportPort } from "#outreach/contact-imports/index.ts";
import { ContactListUpdated, ItemsReloaded } from "#outreach/contact-lists/events.ts";
import { insertItem, type NewItem } from "#outreach/contact-lists/items/add-item.ts";
import { findList, itemByKey } from "#outreach/contact-lists/queries.ts";
import { type ImportedPerson, matchKey } from "#people/contacts/index.ts";
import type { Installation } from "#tenants/installation.ts";

/** An item for an imported row; without a name, its number is its name. */
const itemOf = ({ name, number, email }: ImportedPerson): NewItem => ({
  name: name || number,
  number,
  email,
});

const listImport: ListImport = {
  take: (unit, contactListId, person) =>
    insertItem(unit, contactListId, itemOf(person)) === null ? "duplicate" : "created",
  wouldTake: (db, contactListId, { number }) =>
    itemByKey(db, contactListId, matchKey(number)) ? "duplicate" : "created",
  moved(unit, contactListId, isEnd) {
    if (!findList(unit.db, contactListId)) return;
    unit.emit(ContactListUpdated, { contactListId });
    if (isEnd) unit.emit(ItemsReloaded, { contactListId });
  },
};

/**
 * Imports into contact lists use the reader, preview and report of the contact import (docs/rules/imports.md#lists).
 */
export function registerListImport({ ports }: Installation): void {
  ports.plug(ListImportPort, listImport);
}
