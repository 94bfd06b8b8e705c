/** Runs a piece of work in its turn; the promise rejects with the error the piece throws. */
type RunPaced = <T>(piece: () => Promise<T> | T) => Promise<T>;

/**
 * A queue for work of many callers that could block the event loop: its pieces begin one per turn of the loop, in the
 * order of the calls, at most `atOnce` at a time, so that requests are served in between. A piece must not wait for a
 * remote party, because a slow sender would delay all others.
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

/** Runs work one piece after the other, in the order of the calls; a piece that fails does not stop the next. */
export type SerialQueue = <T>(work: () => Promise<T>) => Promise<T>;

export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
