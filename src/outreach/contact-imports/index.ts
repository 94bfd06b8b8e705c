/** For the command line: reads a spreadsheet, in the subprocess. */
export { readSheet } from "#outreach/contact-imports/sheet/read-sheet.ts";
export { type ListImport, ListImportPort } from "./list-import-port.ts";
export { canCancel as canCancelImport } from "./policy.ts";
export { runningImport } from "./queries.ts";
/** Public functions of the imports. */
export { beginImport } from "./run/begin.ts";
export { deleteImportsOf } from "./run/cancel.ts";
