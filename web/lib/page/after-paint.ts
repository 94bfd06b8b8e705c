/** Whoever waits for the same drawing waits together: what they do then is one task. */
let next: Promise<void> | null = null;

/**
 * Resolves when what was drawn last stands on the screen: work nobody looks at yet waits for it, and for whatever the browser
 * has to do first, such as a key that was pressed meanwhile. At once, after the task under way, on a page nobody sees.
 */
export function afterPaint(): Promise<void> {
  next ??= new Promise((resolve) => {
    const go = (wait: (work: () => void) => unknown) => {
      next = null;
      wait(resolve);
    };
    if (document.visibilityState === "hidden") setTimeout(() => go((work) => work()));
    else requestAnimationFrame(() => go(whenFree));
  });
  return next;
}

/** Browsers without a scheduler take it as the next task. */
function whenFree(work: () => void): void {
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  if (scheduler) void scheduler.postTask(work, { priority: "background" });
  else setTimeout(work);
}
