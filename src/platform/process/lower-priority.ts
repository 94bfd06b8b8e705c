import { getPriority, setPriority } from "node:os";

/** Lower than the event loop, higher than background work such as backups (10); 19 is the lowest priority. */
const STEP = 5;
const LEAST = 19;

/**
 * Lowers the priority of the calling thread, so that others run first when all cores are busy. Only Linux has
 * priorities per thread; elsewhere it does nothing, because the whole process would be affected. Without permission
 * the priority stays unchanged.
 */
export function lowerPriority(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(Math.min(LEAST, getPriority() + STEP));
  } catch {
    // A system call filter forbids it: continue with the old priority.
  }
}
