import { runTask, type Task } from "#operations/backups/index.ts";
import type { Command } from "./command.ts";

/** Internal: the server runs this subcommand to back up, export and import in a separate process. */
export const archiveWork: Command = {
  usage: "",
  summary: "Used by the server itself: make a backup or an export, open an archive",
  async run() {
    const task = JSON.parse(await Bun.stdin.text()) as Task;
    return runTask(task, (told) => console.log(JSON.stringify(told)));
  },
};
