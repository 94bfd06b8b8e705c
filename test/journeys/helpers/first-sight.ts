import type { CDPSession, Page } from "playwright-core";

/** Runs in the page before its own scripts. */
function watchFor(selector: string): void {
  // The observer reports it after the frame in which the element was first drawn and in sight.
  const sight = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    sight.disconnect();
    Object.assign(globalThis, { firstSight: performance.now() });
  });
  const changes = new MutationObserver(() => {
    const found = document.querySelector(selector);
    if (!found) return;
    changes.disconnect();
    Object.assign(globalThis, { firstFound: performance.now() });
    sight.observe(found);
  });
  changes.observe(document, { childList: true, subtree: true });
}

/**
 * Makes every page loaded from now on record when an element of this selector is first painted in the viewport, while the devtools
 * session lasts. Returns a function that waits for it and returns the time in ms since the start of the navigation. A locator that waits
 * polls only twice a second and would report that much more.
 */
export async function noteFirstSight(
  page: Page,
  devtools: CDPSession,
  selector: string,
): Promise<() => Promise<number>> {
  await devtools.send("Page.enable");
  await devtools.send("Page.addScriptToEvaluateOnNewDocument", {
    source: `(${watchFor})(${JSON.stringify(selector)})`,
  });
  return async () => {
    const seen = await page.waitForFunction(
      () => Reflect.get(globalThis, "firstSight") as number | undefined,
    );
    return seen.jsonValue() as Promise<number>;
  };
}
