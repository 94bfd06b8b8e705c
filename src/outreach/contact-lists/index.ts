/** What other features may use of the contact lists. */
export { listInUse } from "./errors.ts";
export { type ListUse, ListUsePort } from "./list-use-port.ts";
export { addList } from "./lists.ts";
export { findList, requireList } from "./queries.ts";
export type { ContactList, ContactListItem } from "./schema.ts";
export { type NewItem, takeItem } from "./take-item.ts";
