import { ownCommand } from "./own-command.ts";

/** Options of the runtime, which it reads when the process starts. */
const OPTIONS = {
  // A function is compiled by the last compiler (FTL) after this many executions; the default is 64,000
  // (docs/adr/0015-late-optimisation.md).
  BUN_JSC_thresholdForFTLOptimizeAfterWarmUp: "400000",
  // Most requests to other servers at the same time. With the default of 256, slow browsers whose requests go to another cell would
  // hold up all calls of this process (docs/rules/cells.md#links).
  BUN_CONFIG_MAX_HTTP_REQUESTS: "4096",
} as const;

/**
 * Replaces this process by the same program with the options above, under the same process id. Call it before anything is
 * opened; it takes some 15 ms. An option that is already set, by this function or by the operator, is kept. Does nothing where
 * the system cannot replace a process.
 */
export function restartWithRuntimeOptions(): void {
  if (process.platform === "win32" || typeof process.execve !== "function") return;
  const missing = Object.entries(OPTIONS).filter(([name]) => process.env[name] === undefined);
  if (missing.length === 0) return;
  const [program = process.execPath, ...script] = ownCommand();
  // The binary passes all arguments on to the program, also those of the runtime.
  const forRuntime = script.length > 0 ? process.execArgv : [];
  const args = [program, ...forRuntime, ...script, ...process.argv.slice(2)];
  process.execve(program, args, { ...process.env, ...Object.fromEntries(missing) });
}
