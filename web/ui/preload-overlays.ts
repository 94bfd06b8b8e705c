/** Waits for the page to be at rest, at most this long, ms. */
const PATIENCE_MS = 4_000;

/** Fetches what menus and popovers are made of once the page is at rest, so that the first one opens at once. */
export function preloadOverlays(): () => void {
  const load = () =>
    void Promise.all([import("./menu-body.tsx"), import("./popover-body.tsx")]).catch(() => undefined);
  if (typeof requestIdleCallback === "undefined") {
    const timer = setTimeout(load, PATIENCE_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(load, { timeout: PATIENCE_MS });
  return () => cancelIdleCallback(handle);
}
