import { readSheet } from "#outreach/contact-imports/index.ts";
import type { Command } from "./command.ts";

/** Internal: the server runs this subcommand to read an uploaded spreadsheet in a separate process. */
export const readSheetCommand: Command = {
  usage: "<input> <output> <room>",
  summary: "Used by the server itself: turn a spreadsheet into rows",
  async run([input, output, room]) {
    if (!input || !output || !room) return 2;
    console.log(JSON.stringify(await readSheet(input, output, Number(room))));
    return 0;
  },
};
