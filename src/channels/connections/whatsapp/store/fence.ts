import type { SessionStore } from "./session-store.ts";

/** The link that wanted to read or write is over. */
export class SocketEnded extends Error {
  constructor() {
    super("the link has ended");
  }
}

/** The same object with every method guarded by `check`; nested parts of the store are guarded too. */
function guarded<T extends object>(part: T, check: () => void): T {
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(part)) {
    if (typeof value === "function") {
      copy[name] = (...args: unknown[]): unknown => {
        check();
        return (value as (...args: unknown[]) => unknown)(...args);
      };
    } else copy[name] = typeof value === "object" && value !== null ? guarded(value as object, check) : value;
  }
  return copy as T;
}

/**
 * The store as one link sees it. Once `isOver()` is true every call throws LinkEnded, so that work which a link left
 * behind neither moves a ratchet under the next link nor touches a closed file.
 */
export function fenceStore(store: SessionStore, isOver: () => boolean): SessionStore {
  return guarded(store, () => {
    if (isOver()) throw new SocketEnded();
  });
}
