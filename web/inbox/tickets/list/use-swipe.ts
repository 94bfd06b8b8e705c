import { type TouchEvent, useRef } from "react";

/** How far a row must be pulled to the left, px. */
const FAR = 88;
/** Movement from which the direction of a touch is known, px. */
const SLOP = 12;

interface Swipe {
  readonly x: number;
  readonly y: number;
  /** null = the direction is not known yet; "list" = the finger scrolls. */
  kind: "row" | "list" | null;
  moved: number;
}

/**
 * Touch handlers of a row that is pulled to the left: it follows the finger, shows `label` behind it, and calls `run` when it
 * was pulled far enough. Scrolling is left to the browser. `run` null = the row cannot be pulled.
 */
export function useSwipe(label: string, run: (() => void) | null) {
  const swipe = useRef<Swipe | null>(null);
  if (!run) return {};
  const end = ({ currentTarget: row }: TouchEvent<HTMLElement>): void => {
    row.classList.remove("row-pulled");
    row.style.removeProperty("--pulled");
    const done = swipe.current;
    swipe.current = null;
    if (done?.kind === "row" && done.moved >= FAR) run();
  };
  return {
    onTouchStart({ touches }: TouchEvent<HTMLElement>) {
      const touch = touches[0];
      swipe.current =
        touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY, kind: null, moved: 0 } : null;
    },
    onTouchMove({ touches, currentTarget: row }: TouchEvent<HTMLElement>) {
      const now = swipe.current;
      const touch = touches[0];
      if (!touch || !now) return;
      const [left, down] = [now.x - touch.clientX, Math.abs(touch.clientY - now.y)];
      if (now.kind === null && Math.max(Math.abs(left), down) > SLOP) now.kind = left > down ? "row" : "list";
      if (now.kind !== "row") return;
      now.moved = left;
      row.dataset["pull"] = label;
      row.classList.add("row-pulled");
      row.style.setProperty("--pulled", `${-Math.min(Math.max(left, 0), FAR * 1.3)}px`);
    },
    onTouchEnd: end,
    onTouchCancel(event: TouchEvent<HTMLElement>) {
      if (swipe.current) swipe.current.kind = null;
      end(event);
    },
  };
}
