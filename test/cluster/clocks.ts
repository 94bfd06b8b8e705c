import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { program } from "#test/helpers/server-process.ts";

/** The wall clock of one node, which a test moves while the node runs; the monotonic clock goes on. */
export interface NodeClock {
  readonly env: Readonly<Record<string, string>>;
  /** The node's clock is this much ahead of the real one, s. */
  shift(seconds: number): void;
}

const SOURCE = join(import.meta.dir, "shift-clock.c");
const CHECK_S = 86_400;

/** Clocks for nodes, made with the C compiler of this machine; or why there cannot be any. */
export function makeClocks(folder: string): ((name: string) => NodeClock) | string {
  const compiler = Bun.which("cc") ?? Bun.which("gcc");
  if (!compiler || process.platform !== "linux")
    return "a clock of its own for a node needs Linux and a C compiler";
  const library = join(folder, "shift-clock.so");
  const built = Bun.spawnSync([compiler, "-shared", "-fPIC", "-O2", "-o", library, SOURCE]);
  if (built.exitCode !== 0) return `the clock could not be compiled: ${built.stderr}`;
  const make = (name: string): NodeClock => {
    const file = join(folder, `${name}.clock`);
    const shift = (seconds: number) => writeFileSync(file, BigInt64Array.of(BigInt(seconds)));
    shift(0);
    return { env: { LD_PRELOAD: library, TEST_CLOCK_SHIFT: file }, shift };
  };
  return isMoved(make("check")) ? make : "this program does not read its clock from the C library";
}

/** Whether the runtime of the product reads the moved clock. */
function isMoved({ env, shift }: NodeClock): boolean {
  shift(CHECK_S);
  const runtime = [program()[0] ?? "", "-e", "console.log(Date.now())"];
  const { stdout } = Bun.spawnSync(runtime, { env: { ...process.env, ...env, BUN_BE_BUN: "1" } });
  return Number(stdout) - Date.now() > (CHECK_S - 60) * 1000;
}
