import { useEffect } from "react";

interface Scrolls {
  scrolled(box: {
    readonly scrollTop: number;
    readonly clientHeight: number;
    readonly scrollHeight: number;
  }): void;
}

/** Tells a list of the page how far the page is scrolled; `rows` = what is on screen, for pages that fit at once. */
export function usePageScroll(list: Scrolls, rows: number): void {
  useEffect(() => {
    const page = document.getElementById("main");
    if (!page) return;
    const tell = () => list.scrolled(page);
    page.addEventListener("scroll", tell, { passive: true });
    return () => page.removeEventListener("scroll", tell);
  }, [list]);
  useEffect(() => {
    const page = document.getElementById("main");
    // A first page that leaves the screen half empty never scrolls. Pages that are not laid out have no height.
    if (rows > 0 && page && page.clientHeight > 0) list.scrolled(page);
  }, [list, rows]);
}
