/** Public functions of the file lists. */

export { findFileList, optionsOf, requireFileList } from "./queries.ts";
