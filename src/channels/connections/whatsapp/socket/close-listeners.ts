/** Calls `listener` once, when the socket has ended; never after the returned function was called. */
export type OnClosed = (listener: () => void) => () => void;

/**
 * Listeners for the end of a socket that can be removed. A `then` of `closed` stays in memory until the end, and each message
 * would add one.
 */
export function closeListeners(closed: Promise<unknown>): OnClosed {
  const listeners = new Set<() => void>();
  let isClosed = false;
  const callAll = () => {
    for (const listener of listeners) {
      listeners.delete(listener);
      listener();
    }
  };
  void closed.then(() => {
    isClosed = true;
    callAll();
  });
  return (listener) => {
    listeners.add(listener);
    if (isClosed) queueMicrotask(callAll);
    return () => void listeners.delete(listener);
  };
}
