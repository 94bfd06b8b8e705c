import { checkFiles, type FileToCheck } from "#accounts/companies/index.ts";
import type { Command } from "./command.ts";

/** Not for people: the server starts itself with this word to look at files apart from itself. */
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
