/** Public functions of the API keys. */
export { reindexKeys } from "./keys.ts";
