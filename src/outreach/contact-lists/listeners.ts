import { ContactDeleting, ContactExporting } from "#people/contacts/events.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./contact-lists.sql.ts";
import { ContactListUpdated, ItemsReloaded } from "./events.ts";

/**
 * Removes an erased contact from the lists, and adds the items of a contact to its export
 * (docs/rules/contacts.md#deletion).
 */
export function listenForContacts({ bus }: Installation): void {
  bus.within(ContactDeleting, (unit, { contact }) => {
    const lists = queryAll(unit.db, sql.listsOfContact, { contactId: contact.id });
    if (lists.length === 0) return;
    execute(unit.db, sql.deleteContact, { contactId: contact.id });
    for (const { contactListId } of lists) {
      unit.emit(ContactListUpdated, { contactListId });
      unit.emit(ItemsReloaded, { contactListId });
    }
  });
  bus.within(ContactExporting, ({ db }, { contact, add }) => {
    add({ name: "listas.json", rows: () => queryAll(db, sql.itemsOfContact, { contactId: contact.id }) });
  });
}
