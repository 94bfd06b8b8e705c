import { defineEvent } from "#platform/events/define-event.ts";

interface OneList {
  readonly contactListId: number;
}
export const ContactListCreated = defineEvent<OneList>("contact_list.created");
/** Its name, or how many people are in it. */
export const ContactListUpdated = defineEvent<OneList>("contact_list.updated");
export const ContactListDeleted = defineEvent<OneList>("contact_list.deleted");

interface OneItem extends OneList {
  readonly itemId: number;
}
export const ItemCreated = defineEvent<OneItem>("contact_list_item.created");
/** Also after the number check of an item. */
export const ItemUpdated = defineEvent<OneItem>("contact_list_item.updated");
export const ItemDeleted = defineEvent<OneItem>("contact_list_item.deleted");
/** Many people of a list are different: clients read it again. */
export const ItemsReloaded = defineEvent<OneList>("contact_list_item.reloaded");
