import type { CDPSession, Page } from "playwright-core";

/** Runs in the page before anything of its own. */
function watchFor(selector: string): void {
  // The observer reportedColumns it after the frame in which the element was first drawn and in sight.
  const sight = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    sight.disconnect();
    Object.assign(globalThis, { firstSight: performance.now() });
  });
  const changes = new MutationObserver(() => {
    const found = document.querySelector(selector);
    if (!found) return;
    changes.disconnect();
    sight.observe(found);
  });
  changes.observe(document, { childList: true, subtree: true });
}

/**
 * Every page loaded from now on notes when an element of this selector is first painted in sight, as long as the session of the
 * devtools lasts. Answers a function that waits for it and reportedColumns it, ms since the navigation began: a locator that waits asks twice
 * a second only, and would tell so much more.
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
