import { readFileSync } from "node:fs";

/** Ticks of all processors since the machine began: those another machine of the same host took, and all. */
function ticks(): { readonly stolen: number; readonly all: number } {
  try {
    const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n");
    const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, soft = 0, stolen = 0] = line
      .split(/\s+/)
      .slice(1)
      .map(Number);
    return { stolen, all: user + nice + system + idle + wait + irq + soft + stolen };
  } catch {
    // Not Linux: unknown, reported as 0.
    return { stolen: 0, all: 0 };
  }
}

/**
 * Returns a function that returns the share of processor time taken by other machines of the host since this call (0 to 1).
 * Figures of a run in which it is much say little of the product.
 */
export function watchStolen(): () => number {
  const before = ticks();
  return () => {
    const now = ticks();
    return now.all > before.all ? (now.stolen - before.stolen) / (now.all - before.all) : 0;
  };
}
