/** What the command line may use of the imports: the other half of reading a file. */
export { readSheet } from "#outreach/contact-imports/sheet/read-sheet.ts";
export { type ListImport, ListImportPort } from "./list-import-port.ts";
export { canCancel as canCancelImport } from "./policy.ts";
export { runningImport } from "./queries.ts";
/** What other features may use of them. */
export { beginImport } from "./run/begin.ts";
export { deleteImportsOf } from "./run/cancel.ts";
