import { signal } from "@preact/signals-react";
import { storage } from "#web/lib/storage.ts";

/** Widths of the page of tickets, without the menu, from which so many columns stand side by side, pixels. */
const FROM = { two: 620, three: 1050 };
/** What the menu beside the page takes, open and closed, pixels (specification 000 section 9). */
const MENU = { open: 240, closed: 64 };
/** Below this width of the window the menu lies over the page. */
const PHONE = 600;

type Columns = 1 | 2 | 3;

function columnsIn(width: number): Columns {
  if (width >= FROM.three) return 3;
  return width >= FROM.two ? 2 : 1;
}

/** Before the page is measured: what the window leaves beside the menu. */
function guess(): Columns {
  const window = globalThis.innerWidth ?? 0;
  const menu = MENU[storage.get("drawer") === "closed" ? "closed" : "open"];
  return columnsIn(window < PHONE ? window : window - menu);
}

/** How many of list, conversation and contact stand side by side. */
export const columns = signal<Columns>(guess());

/** Follows the width of the page. Answers how to stop. */
export function watchRoom(page: Element): () => void {
  const observer = new ResizeObserver(([entry]) => {
    if (entry) columns.value = columnsIn(entry.contentRect.width);
  });
  observer.observe(page);
  return () => observer.disconnect();
}
