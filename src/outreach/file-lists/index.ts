/** What other features may use of the file lists. */
export { noFileList } from "./errors.ts";
export { findFileList, type OptionFile, optionsOf, requireFileList } from "./queries.ts";
