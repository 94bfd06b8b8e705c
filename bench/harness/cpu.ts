import { readdirSync, readFileSync } from "node:fs";

/** Processor time of all threads of a process so far, ms. That of threads which have ended is not counted. */
export function cpuMs(pid: number): number {
  let sum = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`))
    try {
      sum += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
    } catch {
      // The thread has ended.
    }
  return sum / 1e6;
}
