const SOON_MS = 500;

/** Returns a function that calls `work` soon after its first call, and at most once in `ms` while calls continue. */
export function atMostEvery(ms: number, work: () => void, now: () => number = Date.now): () => void {
  let next = 0;
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    const run = () => {
      isWaiting = false;
      next = now() + ms;
      work();
    };
    setTimeout(run, Math.max(SOON_MS, next - now()));
  };
}
