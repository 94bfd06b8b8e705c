import { readSheet } from "#contact-imports/index.ts";
import type { Command } from "./command.ts";

/** Not for people: the server starts itself with this word to read an uploaded spreadsheet apart from itself. */
export const readSheetCommand: Command = {
  usage: "<input> <output>",
  summary: "Used by the server itself: turn a spreadsheet into rows",
  async run([input, output]) {
    if (!input || !output) return 2;
    console.log(JSON.stringify(await readSheet(input, output)));
    return 0;
  },
};
