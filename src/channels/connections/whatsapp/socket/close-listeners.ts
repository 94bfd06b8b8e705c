/** Calls `listener` once, when the socket has ended; never after the returned function was called. */
export type OnClosed = (listener: () => void) => () => void;

/**
 * Removable listeners for the end of a socket. A `then` on `closed` could not be removed: each message would add one,
 * and it would stay in memory until the socket ends.
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
