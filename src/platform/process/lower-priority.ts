import { getPriority, setPriority } from "node:os";

/** Below the loop that answers people, above what nobody waits for (backups: 10); 19 is the least there is. */
const STEP = 5;
const LEAST = 19;

/**
 * From now on the thread that calls this gives way to the others when all cores are busy. Linux keeps priorities by
 * thread; elsewhere it would be the whole process, so nothing is done. Where it is forbidden the thread stays as it is.
 */
export function lowerPriority(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Math.min(LEAST, getPriority() + STEP));
  } catch {
    // A filter of system calls: it works as before.
  }
}
