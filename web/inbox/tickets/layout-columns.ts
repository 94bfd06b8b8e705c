import { signal } from "@preact/signals-react";
import {
  isMenuOpen,
  MENU_WIDTH,
  readMenuChoice,
  THREE_COLUMNS_PX,
  WIDE_WINDOW,
} from "#web/lib/page/menu-width.ts";
import { storage } from "#web/lib/storage/storage.ts";

/** Widths of the page of tickets, without the menu, from which two or three columns fit side by side, pixels. */
const FROM = { two: 620, three: THREE_COLUMNS_PX };
/** Below this window width the menu opens over the page and takes no width from it, pixels. */
const PHONE = 600;

type Columns = 1 | 2 | 3;

function columnsIn(width: number): Columns {
  if (width >= FROM.three) return 3;
  return width >= FROM.two ? 2 : 1;
}

/** Estimates the columns before the page is measured: from the window width without the menu. */
function guess(): Columns {
  const window = globalThis.innerWidth ?? 0;
  const choice = readMenuChoice(storage.get("drawer"));
  const isOpen = isMenuOpen(choice, "/tickets", globalThis.matchMedia?.(WIDE_WINDOW).matches ?? false);
  return columnsIn(window < PHONE ? window : window - MENU_WIDTH[isOpen ? "open" : "closed"]);
}

/** Number of columns side by side: list, conversation, contact. */
export const columns = signal<Columns>(guess());

/** Observes the width of the page. Returns a function that stops it. */
export function observeColumns(page: Element): () => void {
  const observer = new ResizeObserver(([entry]) => {
    if (entry) columns.value = columnsIn(entry.contentRect.width);
  });
  observer.observe(page);
  return () => observer.disconnect();
}
