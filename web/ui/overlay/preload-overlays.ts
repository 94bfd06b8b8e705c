import { preloadMenu } from "./menu.tsx";
import { preloadPopover } from "./popover.tsx";

/** Delay before the code of overlays is loaded, ms: the page loads first. */
const AFTER_MS = 3_000;

/** Loads the code of menus and popovers after the page, so that the first one opens without delay. */
export function preloadOverlays(): () => void {
  const load = () => {
    preloadMenu();
    preloadPopover();
  };
  const timer = setTimeout(load, AFTER_MS);
  return () => clearTimeout(timer);
}
