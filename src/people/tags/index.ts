/** What other features may use of the tags. */

export { createTag } from "./service.ts";
