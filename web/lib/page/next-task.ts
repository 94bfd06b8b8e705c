/** Resolves in a task of its own: the browser paints and answers between what goes before and what comes after. */
export function nextTask(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  // Before whatever else waits, where the browser can.
  return scheduler?.yield ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve));
}
