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
 * take half a minute to end.
 */
export const leave = (): never => process.exit(0);

/** Time for the message of a failure to be printed, ms. */
const MESSAGE_MS = 500;

/** Ends a failed process although connections are open: those to a NATS server that hangs cannot be closed. */
export function endSoon(): void {
  setTimeout(() => process.exit(1), MESSAGE_MS).unref();
}
