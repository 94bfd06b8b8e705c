import { restartWithRuntimeOptions } from "#platform/process/runtime-options.ts";

/** Commands that run for long; `--dev` is restarted by its watcher. */
const SERVERS = ["serve", "standby", "demo"];
if (SERVERS.includes(process.argv[2] ?? "") && !process.argv.includes("--dev")) restartWithRuntimeOptions();

const { runCommand } = await import("#cli/commands.ts");
process.exitCode = await runCommand(process.argv.slice(2), {
  demo: async () => (await import("#simulator/demo/command.ts")).demo,
});
