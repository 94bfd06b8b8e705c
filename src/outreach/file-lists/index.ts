/** What other features may use of the file lists. */

export { findFileList, optionsOf, requireFileList } from "./queries.ts";
