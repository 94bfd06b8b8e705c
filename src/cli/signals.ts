/** Resolves on SIGTERM or SIGINT; a second signal ends the process at once. */
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
 * Ends the process after its stop: everything is on the disk, and remaining threads of the engine or network connections may
 * take half a minute to end by themselves.
 */
export const leave = (): never => process.exit(0);
