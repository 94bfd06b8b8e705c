import type { Page } from "playwright-core";

/**
 * Navigates as a link does, without a page load; resolves when the title has changed. The first page of
 * a browser, and another tab of the same page, whose title stays, are loaded.
 */
export async function goTo(page: Page, address: URL): Promise<void> {
  const head = page.getByRole("heading", { level: 1 });
  const before = (await head.count()) === 1 ? await head.textContent() : null;
  if (before === null || new URL(page.url()).pathname === address.pathname) {
    await page.goto(address.href);
    return;
  }
  await page.evaluate((to) => history.pushState(null, "", to), address.pathname + address.search);
  await page.waitForFunction((old) => document.querySelector("h1")?.textContent !== old, before);
}
