import { type RefObject, useEffect, useState } from "react";

const FOCUSABLE =
  "a[href], :is(button, input, select, textarea):not(:disabled), [tabindex]:not([tabindex='-1'])";

/**
 * Whether a region must take the focus itself so that keys can scroll it: it is higher than its box, and nothing in it takes the
 * focus. Measured again when its size or content changes.
 */
export function useScrollFocus(region: RefObject<HTMLElement | null>): boolean {
  const [needsFocus, setNeedsFocus] = useState(false);
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const measure = () =>
      setNeedsFocus(element.scrollHeight > element.clientHeight && !element.querySelector(FOCUSABLE));
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    const content = new MutationObserver(measure);
    content.observe(element, { childList: true, subtree: true, characterData: true });
    measure();
    return () => {
      sizes.disconnect();
      content.disconnect();
    };
  }, [region]);
  return needsFocus;
}
