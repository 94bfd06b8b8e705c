/** Resolves when the process is asked to end (SIGTERM, SIGINT); a second time ends it at once. */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    const stop = () => {
      if (asked) process.exit(1);
      asked = true;
      resolve();
    };
    process.on("SIGTERM", stop);
    process.on("SIGINT", stop);
  });
}

/**
 * Ends a program that was asked to end, after its stop: everything is on the disk, and what else goes down by itself (a
 * thread of the engine, a line to the network that waits for a last word) may take half a minute.
 */
export const leave = (): never => process.exit(0);
