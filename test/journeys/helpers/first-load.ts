import type { Page } from "playwright-core";

/** What one load of a page cost until it could be used. */
export interface FirstLoad {
  readonly requests: readonly string[];
  /** Bytes of the bodies as they came over the wire, compressed. */
  readonly bytes: number;
  /** From the press of Enter to usable, ms. */
  readonly usableMs: number;
}

/** Loads an address and counts until `usable` resolves. The page's cache is switched off: every load is a first one. */
export async function firstLoad(
  page: Page,
  address: string,
  usable: () => Promise<unknown>,
): Promise<FirstLoad> {
  const devtools = await page.context().newCDPSession(page);
  const requests = new Map<string, string>();
  let bytes = 0;
  devtools.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (request.url.startsWith("http")) requests.set(requestId, request.url);
  });
  devtools.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    if (requests.has(requestId)) bytes += encodedDataLength;
  });
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  await page.goto(address, { waitUntil: "commit" });
  await usable();
  const usableMs = await page.evaluate(() => performance.now());
  const load = { requests: [...requests.values()], bytes, usableMs };
  await devtools.detach();
  return load;
}
