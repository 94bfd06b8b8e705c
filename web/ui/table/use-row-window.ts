import { type RefObject, useLayoutEffect, useState } from "react";

/** Which rows are drawn, and how much room the others take above and below, px. */
export interface RowWindow {
  readonly from: number;
  readonly to: number;
  readonly before: number;
  readonly after: number;
}

/** Fewer rows than this are all drawn. */
const ALL_UP_TO = 120;
/** Rows drawn beyond the screen, on each side. */
const AHEAD = 30;
/** The window moves in steps, so that not every pixel draws anew. */
const STEP = 10;

/** What part of `count` rows of `rowPx` is drawn when `topPx` of them are above a screen of `screenPx`. */
export function rowWindow(count: number, rowPx: number, topPx: number, screenPx: number): RowWindow {
  if (count <= ALL_UP_TO || rowPx <= 0)
    return { from: 0, to: Math.min(count, ALL_UP_TO), before: 0, after: 0 };
  const first = Math.floor(Math.max(topPx, 0) / rowPx / STEP) * STEP;
  const from = Math.min(Math.max(first - AHEAD, 0), count);
  const to = Math.min(first + Math.ceil(screenPx / rowPx / STEP) * STEP + STEP + AHEAD, count);
  return { from, to, before: from * rowPx, after: (count - to) * rowPx };
}

/** Follows the scrolling of the page around a long list; rows must be of one height and carry `data-row`. */
export function useRowWindow(box: RefObject<HTMLElement | null>, count: number, isLong: boolean): RowWindow {
  const [shown, setShown] = useState<RowWindow>(() => rowWindow(count, 0, 0, 0));
  useLayoutEffect(() => {
    const list = box.current;
    const screen = list?.closest<HTMLElement>("main");
    if (!isLong || !list || !screen) return;
    const look = () => {
      const [one, two] = list.querySelectorAll<HTMLElement>("[data-row]");
      const rowPx = one && two ? two.getBoundingClientRect().top - one.getBoundingClientRect().top : 0;
      const top = screen.getBoundingClientRect().top - list.getBoundingClientRect().top;
      const next = rowWindow(count, rowPx, top, screen.clientHeight);
      setShown((before) =>
        before.from === next.from &&
        before.to === next.to &&
        before.before === next.before &&
        before.after === next.after
          ? before
          : next,
      );
    };
    look();
    screen.addEventListener("scroll", look, { passive: true });
    globalThis.addEventListener("resize", look);
    return () => {
      screen.removeEventListener("scroll", look);
      globalThis.removeEventListener("resize", look);
    };
  }, [box, count, isLong]);
  if (!isLong || count <= ALL_UP_TO) return { from: 0, to: count, before: 0, after: 0 };
  return { ...shown, to: Math.min(shown.to, count) };
}
