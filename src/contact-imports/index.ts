/** What the command line may use of the imports: the other half of reading a file. */
export { readSheet } from "#contact-imports/sheet/read-sheet.ts";
