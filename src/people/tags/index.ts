/** What other features may use of the tags. */
export { noTag } from "./errors.ts";
export { presentTag } from "./present.ts";
export { findTag, listLanes, listTags, type TagView } from "./queries.ts";
export { createTag } from "./service.ts";
