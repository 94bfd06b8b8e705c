/** Runs a piece of work when its turn has come; whatever it throws is thrown to whoever asked. */
export type RunPaced = <T>(piece: () => Promise<T> | T) => Promise<T>;

/**
 * For work that comes from many at once and could take the loop for long: its pieces begin one per turn of the loop, in
 * the order asked for, at most `atOnce` of them under way, and whoever else waits is served in between. A piece must end
 * by itself: what waits for somebody outside (a slow sender) would hold up all others.
 */
export function createPacedQueue(atOnce: number): RunPaced {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  let scheduled = false;

  const schedule = () => {
    if (scheduled || waiting.length === 0 || underWay >= atOnce) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      underWay += 1;
      waiting.shift()?.();
      schedule();
    });
  };
  return async (piece) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      schedule();
    });
    try {
      return await piece();
    } finally {
      underWay -= 1;
      schedule();
    }
  };
}
