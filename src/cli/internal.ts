import type { FileToCheck } from "#accounts/companies/index.ts";
import type { Task } from "#operations/backups/index.ts";
import type { Command } from "./command.ts";

/*
 * Subcommands that the server runs in a separate process. Each loads only the code of its task: the process that reads
 * a spreadsheet has a memory limit.
 */

/** Makes a backup or an export, or opens an archive. */
export const archiveWork: Command = {
  usage: "",
  summary: "Used by the server itself: make a backup or an export, open an archive",
  async run() {
    const { runTask } = await import("#operations/backups/index.ts");
    const task = JSON.parse(await Bun.stdin.text()) as Task;
    return runTask(task, (told) => console.log(JSON.stringify(told)));
  },
};

/** Checks database files after an unclean shutdown. */
export const checkFilesCommand: Command = {
  usage: "",
  summary: "Used by the server itself: check database files after an unclean shutdown",
  async run() {
    const { checkFiles } = await import("#accounts/companies/index.ts");
    checkFiles(JSON.parse(await Bun.stdin.text()) as FileToCheck[], (checked) =>
      console.log(JSON.stringify(checked)),
    );
    return 0;
  },
};

/** Converts an uploaded spreadsheet into rows. */
export const readSheetCommand: Command = {
  usage: "<input> <output> <room>",
  summary: "Used by the server itself: convert a spreadsheet into rows",
  async run([input, output, room]) {
    if (!input || !output || !room) return 2;
    const { readSheet } = await import("#outreach/contact-imports/index.ts");
    console.log(JSON.stringify(await readSheet(input, output, Number(room))));
    return 0;
  },
};
