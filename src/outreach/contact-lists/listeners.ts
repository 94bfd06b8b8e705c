import { ContactDeleting, ContactExporting } from "#people/contacts/events.ts";
import { all, run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import { ContactListUpdated, ItemsReloaded } from "./events.ts";

const KEYS = "SELECT match_key FROM contact_identity WHERE contact_id = ? AND kind = 'pn'";
const LISTS = `SELECT DISTINCT contact_list_id AS contactListId FROM contact_list_item WHERE match_key IN (${KEYS})`;
const ERASE = `DELETE FROM contact_list_item WHERE match_key IN (${KEYS})`;
const ROWS = `SELECT l.name AS list, i.name, i.number, i.email FROM contact_list_item i
  JOIN contact_list l ON l.id = i.contact_list_id WHERE i.match_key IN (${KEYS}) ORDER BY i.id`;

/**
 * An erased contact is removed from the lists, and items of a contact are part of its export
 * (docs/rules/contacts.md#deletion).
 */
export function listenForContacts({ bus }: Installation): void {
  bus.within(ContactDeleting, (unit, { contact }) => {
    const lists = all<{ contactListId: number }>(unit.db, LISTS, contact.id);
    if (lists.length === 0) return;
    run(unit.db, ERASE, contact.id);
    for (const { contactListId } of lists) {
      unit.emit(ContactListUpdated, { contactListId });
      unit.emit(ItemsReloaded, { contactListId });
    }
  });
  bus.within(ContactExporting, ({ db }, { contact, add }) => {
    add({ name: "listas.json", rows: () => all(db, ROWS, contact.id) });
  });
}
