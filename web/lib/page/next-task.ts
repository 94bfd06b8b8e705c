/** Resolves in a new task: the browser can paint and handle input before the next step. */
export function nextTask(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  // High priority, where the browser supports it, to run before other waiting tasks.
  return scheduler?.yield ? scheduler.yield() : new Promise((resolve) => setTimeout(resolve));
}
