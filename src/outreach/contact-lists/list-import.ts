import { type ListImport, ListImportPort } from "#outreach/contact-imports/index.ts";
import { type ImportedPerson, matchKey } from "#people/contacts/index.ts";
import type { Installation } from "#tenants/installation.ts";
import { ContactListUpdated, ItemsReloaded } from "./events.ts";
import { findList, itemByKey } from "./queries.ts";
import { type NewItem, takeItem } from "./take-item.ts";

/** A row without a name is called by its number. */
const itemOf = ({ name, number, email }: ImportedPerson): NewItem => ({
  name: name || number,
  number,
  email,
});

const listImport: ListImport = {
  take: (unit, contactListId, person) =>
    takeItem(unit, contactListId, itemOf(person)) === null ? "duplicate" : "created",
  wouldTake: (db, contactListId, { number }) =>
    itemByKey(db, contactListId, matchKey(number)) ? "duplicate" : "created",
  moved(unit, contactListId, isEnd) {
    if (!findList(unit.db, contactListId)) return;
    unit.emit(ContactListUpdated, { contactListId });
    if (isEnd) unit.emit(ItemsReloaded, { contactListId });
  },
};

/**
 * Files meant for a list end in it: the same reader, preview and report as for contacts (docs/rules/imports.md#lists).
 */
export function takeImports({ ports }: Installation): void {
  ports.plug(ListImportPort, listImport);
}
