import type { Page } from "playwright-core";
import { noteFirstSight } from "./first-sight.ts";

/** The cost of one page load until the page was usable. */
export interface FirstLoad {
  readonly requests: readonly string[];
  /** Bytes of the bodies as they came over the wire, compressed. */
  readonly bytes: number;
  /** Time from pressing Enter until the element that makes it usable is painted, ms. */
  readonly usableMs: number;
}

/**
 * Loads an address and counts the requests until an element of the selector `usable` is in the document, and the bytes until it is
 * painted. The page's cache is switched off: every load is a first one.
 */
export async function firstLoad(page: Page, address: string, usable: string): Promise<FirstLoad> {
  const devtools = await page.context().newCDPSession(page);
  const requests = new Map<string, { url: string; wallTime: number }>();
  let bytes = 0;
  devtools.on("Network.requestWillBeSent", ({ requestId, request, wallTime, type }) => {
    // Ignores requests that the previous page sent during the navigation.
    if (type === "Document") {
      requests.clear();
      bytes = 0;
    }
    if (request.url.startsWith("http")) requests.set(requestId, { url: request.url, wallTime });
  });
  devtools.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
    if (requests.has(requestId)) bytes += encodedDataLength;
  });
  await devtools.send("Network.enable");
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: true });
  const seen = await noteFirstSight(page, devtools, usable);
  await page.goto(address, { waitUntil: "commit" });
  const usableMs = await seen();
  const sent = [...requests.values()];
  const start = sent[0]?.wallTime ?? 0;
  // Count only requests sent before the element was in the document; afterwards the page loads files that it needs later.
  const foundMs = await page.evaluate(() => Reflect.get(globalThis, "firstFound") as number);
  const before = sent.filter(({ wallTime }) => (wallTime - start) * 1000 <= foundMs);
  const load = { requests: before.map(({ url }) => url), bytes, usableMs };
  await devtools.detach();
  return load;
}
