import { type RefObject, useLayoutEffect } from "react";

/** Interval of measuring while a toast is shown, ms: the composer grows while the user types. */
const MEASURE_MS = 200;

/** Elements at the bottom of a phone's page that toasts must not cover: composers, bars, the buttons of a dialog. */
const BARS = ".composer, [data-bottom-bar], .dialog-foot, .dialog-body .form-actions";

/** Height at the bottom of the page that is covered by a composer or another bar (`data-bottom-bar`) and the on-screen keyboard, px. */
export function bottomInset(page: Document): number {
  const { innerHeight, visualViewport } = page.defaultView ?? globalThis.window;
  const visible = visualViewport ? visualViewport.offsetTop + visualViewport.height : innerHeight;
  const tops = [...page.querySelectorAll(BARS)]
    .map((bar) => bar.getBoundingClientRect())
    // Buttons in the middle of a page do not count.
    .filter(({ height, top }) => height > 0 && top > innerHeight / 2)
    .map(({ top }) => top);
  return Math.max(0, Math.round(innerHeight - Math.min(visible, ...tops)));
}

/** On phones toasts are above the composer and the keyboard: sets `--toast-offset` for the style sheet. */
export function useToastOffset(region: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown) return;
    const measure = () =>
      region.current?.style.setProperty("--toast-offset", `${bottomInset(globalThis.document)}px`);
    measure();
    const timer = setInterval(measure, MEASURE_MS);
    return () => clearInterval(timer);
  }, [region, isShown]);
}
