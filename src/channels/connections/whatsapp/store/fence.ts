import type { SessionStore } from "./session-store.ts";

/** Thrown when an ended socket tries to read or write. */
export class SocketEnded extends Error {
  constructor() {
    super("the link has ended");
  }
}

/** A copy of the object whose methods call `check` first; nested objects too. */
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
 * The store of one socket. Once `isOver()` is true every call throws SocketEnded, so that work which outlives its socket
 * neither advances a ratchet that the next socket uses nor touches a closed file.
 */
export function fenceStore(store: SessionStore, isOver: () => boolean): SessionStore {
  return guarded(store, () => {
    if (isOver()) throw new SocketEnded();
  });
}
