import { loadLazyCss } from "#web/lib/page/lazy-css.ts";

/** Delay before the code of overlays is loaded, ms: the page loads first. */
const AFTER_MS = 3_000;

/** Loads the code of menus and popovers after the page, so that the first one opens without delay. */
export function preloadOverlays(): () => void {
  const load = () =>
    void Promise.all([loadLazyCss(), import("./menu-body.tsx"), import("./popover-body.tsx")]).catch(
      () => undefined,
    );
  const timer = setTimeout(load, AFTER_MS);
  return () => clearTimeout(timer);
}
