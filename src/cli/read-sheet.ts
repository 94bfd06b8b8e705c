import { readSheet } from "#outreach/contact-imports/index.ts";
import type { Command } from "./command.ts";

/** Not for people: the server starts itself with this word to read an uploaded spreadsheet apart from itself. */
export const readSheetCommand: Command = {
  usage: "<input> <output> <room>",
  summary: "Used by the server itself: turn a spreadsheet into rows",
  async run([input, output, room]) {
    if (!input || !output || !room) return 2;
    console.log(JSON.stringify(await readSheet(input, output, Number(room))));
    return 0;
  },
};
