/** What other features may use of the keys. */
export { reindexKeys } from "./keys.ts";
