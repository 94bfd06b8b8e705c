import { startTransition, useEffect, useState } from "react";

/**
 * Returns `value` one render late: what depends on it is rendered after the rest was painted, without blocking input.
 * `value` must be the same object (`Object.is`) as long as its content is equal.
 */
export function useAfterPaint<Value>(value: Value): Value {
  const [late, setLate] = useState(() => value);
  useEffect(() => {
    if (Object.is(late, value)) return;
    let isHere = true;
    void afterPaint().then(() => {
      if (isHere) startTransition(() => setLate(() => value));
    });
    return () => {
      isHere = false;
    };
  }, [value, late]);
  return late;
}

/** Callers that wait for the same frame share one promise, so that their work is one task. */
let next: Promise<void> | null = null;

/**
 * Resolves after the next paint, and after more urgent work of the browser such as a key press: for work whose result
 * is not visible yet. On a hidden page it resolves after the current task.
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

/** Browsers without `scheduler` run it as the next task. */
function whenFree(work: () => void): void {
  const { scheduler } = globalThis as { scheduler?: Scheduler };
  if (scheduler) void scheduler.postTask(work, { priority: "background" });
  else setTimeout(work);
}
