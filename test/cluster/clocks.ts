import { openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { program } from "#test/helpers/server-process.ts";

/** The clocks of one node, which a test moves while the node runs. */
export interface NodeClock {
  readonly env: Readonly<Record<string, string>>;
  /** The node's wall clock is this much ahead of the real one, s; its monotonic clock is unaffected. */
  shift(seconds: number): void;
  /** How long the monotonic clock did not run, s, as in a suspended virtual machine. */
  standStill(seconds: number): void;
}

const SOURCE = join(import.meta.dir, "shift-clock.c");
const CHECK_S = 86_400;

/** Creates clocks for nodes with the C compiler of this machine; returns the reason when that is impossible. */
export function makeClocks(folder: string): ((name: string) => NodeClock) | string {
  const compiler = Bun.which("cc") ?? Bun.which("gcc");
  if (!compiler || process.platform !== "linux")
    return "a clock of its own for a node needs Linux and a C compiler";
  const library = join(folder, "shift-clock.so");
  const built = Bun.spawnSync([compiler, "-shared", "-fPIC", "-O2", "-o", library, SOURCE]);
  if (built.exitCode !== 0) return `the clock could not be compiled: ${built.stderr}`;
  const make = (name: string): NodeClock => {
    const file = join(folder, `${name}.clock`);
    const shifts = new BigInt64Array(2);
    writeFileSync(file, shifts);
    const opened = openSync(file, "r+");
    // Written in place, because an empty file would end the process that has it mapped.
    const write = () => writeSync(opened, shifts, 0, shifts.byteLength, 0);
    return {
      env: { LD_PRELOAD: library, TEST_CLOCK_SHIFT: file },
      shift(seconds) {
        shifts[0] = BigInt(seconds);
        write();
      },
      standStill(seconds) {
        shifts[1] = (shifts[1] ?? 0n) - BigInt(seconds);
        write();
      },
    };
  };
  return isMoved(make("check")) ? make : "this program does not read its clock from the C library";
}

/** Moves its own monotonic clock back; prints its wall clock, and whether the monotonic one was moved. */
const SCRIPT = `const { openSync, writeSync } = require("node:fs");
const before = performance.now();
writeSync(openSync(process.env.TEST_CLOCK_SHIFT, "r+"), BigInt64Array.of(-60n), 0, 8, 8);
console.log(JSON.stringify([Date.now(), performance.now() < before]));`;

/** Whether the runtime of the product reads the moved clocks. */
function isMoved({ env, shift }: NodeClock): boolean {
  shift(CHECK_S);
  const { stdout } = Bun.spawnSync([program()[0] ?? "", "-e", SCRIPT], {
    env: { ...process.env, ...env, BUN_BE_BUN: "1" },
  });
  const [wallMs, isMonotonicMoved] = JSON.parse(stdout.toString()) as [number, boolean];
  return isMonotonicMoved && wallMs - Date.now() > (CHECK_S - 60) * 1000;
}
