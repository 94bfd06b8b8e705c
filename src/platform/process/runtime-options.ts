import { ownCommand } from "./own-command.ts";

/**
 * Options of the JavaScript engine, which it reads when the process starts: a function is compiled by the last compiler
 * (FTL) after this many executions; the default is 64,000 (docs/adr/0015-late-optimisation.md).
 */
const OPTIONS = { BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: "400000" } as const;

/**
 * Replaces this process by the same program with the options above, under the same process id. Call it before anything is
 * opened; it takes some 15 ms. Does nothing when an option is already set, by this function or by the operator, and where
 * the system cannot replace a process.
 */
export function restartWithRuntimeOptions(): void {
  if (process.platform === "win32" || typeof process.execve !== "function") return;
  if (Object.keys(OPTIONS).some((name) => process.env[name] !== undefined)) return;
  const [program = process.execPath, ...script] = ownCommand();
  // The binary passes all arguments on to the program, also those of the runtime.
  const forRuntime = script.length > 0 ? process.execArgv : [];
  const args = [program, ...forRuntime, ...script, ...process.argv.slice(2)];
  process.execve(program, args, { ...process.env, ...OPTIONS });
}
