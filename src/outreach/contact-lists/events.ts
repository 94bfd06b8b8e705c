import { defineEvent } from "#platform/events/define-event.ts";

interface OneList {
  readonly contactListId: number;
}
export const ContactListCreated = defineEvent<OneList>("contact_list.created");
/** The name or the counts of a list changed. */
export const ContactListUpdated = defineEvent<OneList>("contact_list.updated");
export const ContactListDeleted = defineEvent<OneList>("contact_list.deleted");

interface OneItem extends OneList {
  readonly itemId: number;
}
export const ItemCreated = defineEvent<OneItem>("contact_list_item.created");
/** An item changed, also by its number check. */
export const ItemUpdated = defineEvent<OneItem>("contact_list_item.updated");
export const ItemDeleted = defineEvent<OneItem>("contact_list_item.deleted");
/** Many items of a list changed: clients reload it. */
export const ItemsReloaded = defineEvent<OneList>("contact_list_item.reloaded");
