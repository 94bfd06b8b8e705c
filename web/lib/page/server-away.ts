let isAway = false;

/** Called by the socket: whether it has no connection at the moment. */
export function setServerAway(next: boolean): void {
  isAway = next;
}

/** The first script of this page, whose address contains the hash of its content. Tests without a page have none. */
export const firstScript = (): HTMLScriptElement | null =>
  typeof document === "undefined"
    ? null
    : document.querySelector<HTMLScriptElement>('script[src^="/assets/"]');

/**
 * What must be awaited before code is requested; null while the socket has a connection. Rejects with a TypeError, as `import()`
 * does, while the server cannot be reached. Until late in 2026 browsers kept the failure of a module for as long as the
 * page was open, so the code must not be requested then. A socket that is blocked by a proxy does not prevent it.
 */
export function untilReachable(): Promise<void> | null {
  // A service worker has code of earlier visits, and repeats requests itself.
  const isServed = Boolean(globalThis.navigator?.serviceWorker?.controller);
  const script = isAway && !isServed ? firstScript() : null;
  return script && probe(script.src);
}

async function probe(url: string): Promise<void> {
  const { status } = await fetch(url, { method: "HEAD", cache: "no-store" });
  if (status >= 500) throw new TypeError(`the server answers ${status}`);
}
