import { checkFiles, type FileToCheck } from "#accounts/companies/index.ts";
import type { Command } from "./command.ts";

/** Internal: the server runs this subcommand to check files in a separate process. */
export const checkFilesCommand: Command = {
  usage: "",
  summary: "Used by the server itself: look at files after an unclean stop",
  async run() {
    checkFiles(JSON.parse(await Bun.stdin.text()) as FileToCheck[], (checked) =>
      console.log(JSON.stringify(checked)),
    );
    return 0;
  },
};
