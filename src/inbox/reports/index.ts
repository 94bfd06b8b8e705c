/** Public functions of the reports. */
export { runningFile } from "./files/queries.ts";
/** For the command line: writes a spreadsheet, in the subprocess. */
export { writeSheet } from "./files/sheet/write-sheet.ts";
