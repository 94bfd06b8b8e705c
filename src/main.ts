import { runCommand } from "#cli/commands.ts";

process.exitCode = await runCommand(process.argv.slice(2));
