import { runCommand } from "#cli/commands.ts";

process.exitCode = await runCommand(process.argv.slice(2), {
  demo: async () => (await import("#simulator/demo/command.ts")).demo,
});
