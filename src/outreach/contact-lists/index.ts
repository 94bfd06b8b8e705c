/** Public functions of the contact lists. */
export { listInUse } from "./errors.ts";
export { insertItem } from "./items/add-item.ts";
export { ListUsePort } from "./list-use-port.ts";
export { addList } from "./lists.ts";
export { findList, requireList } from "./queries.ts";
