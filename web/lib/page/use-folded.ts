import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** Boxes of at least this width scroll sideways and never fold, px: laptops show tables. */
const FOLDS_BELOW = 860;

/**
 * Whether the table inside `box` was wider than the box: then a narrower layout is rendered instead, until the box is
 * as wide as the table was. Boxes from 860 px on never fold.
 */
export function useFolded(box: RefObject<HTMLElement | null>): boolean {
  const [isFolded, setFolded] = useState(false);
  const needed = useRef(0);
  useLayoutEffect(() => {
    const outer = box.current;
    if (!outer) return;
    const table = isFolded ? null : outer.querySelector("table");
    const look = () => {
      const room = outer.clientWidth;
      if (isFolded) {
        if (room >= Math.min(needed.current, FOLDS_BELOW)) setFolded(false);
      } else if (table && room < FOLDS_BELOW && table.offsetWidth > room) {
        needed.current = table.offsetWidth;
        setFolded(true);
      }
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(outer);
    if (table) watch.observe(table);
    return () => watch.disconnect();
  }, [box, isFolded]);
  return isFolded;
}
