/** Public functions of the tags. */
export { createTag } from "./service.ts";
