import { loadLazyCss } from "#web/lib/page/lazy-css.ts";

/** The page comes first: nothing else is fetched before this time has passed, ms. */
const AFTER_MS = 3_000;

/** Fetches what menus and popovers are made of once the page stands, so that the first one opens at once. */
export function preloadOverlays(): () => void {
  const load = () =>
    void Promise.all([loadLazyCss(), import("./menu-body.tsx"), import("./popover-body.tsx")]).catch(
      () => undefined,
    );
  const timer = setTimeout(load, AFTER_MS);
  return () => clearTimeout(timer);
}
