import type { CDPSession, Page } from "playwright-core";
import { adminEmail, PASSWORD } from "#bench/data/dataset.ts";
import { type Figure, figure, ms } from "#bench/harness/report.ts";
import { startBrowser } from "#test/journeys/helpers/browser.ts";
import { Desk } from "#test/journeys/helpers/desk.ts";
import { noteFirstSight } from "#test/journeys/helpers/first-sight.ts";
import { middle, open, type Shown, spread, TEXT, typing, USABLE } from "./steps.ts";

/** The slow phone that Lighthouse simulates: a processor four times slower than this one, and a slow 4G network. */
const SLOWER = 4;
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const LOADS = 5;
const ROUNDS = 3;
/** How long a usable page is still observed, ms: late layout shifts and blocking count as well. */
const WATCHED_MS = 2_000;

/** The browser's own timings of one load, ms; `shift` has no unit. */
interface Vitals {
  readonly firstPaint: number;
  readonly largestPaint: number;
  readonly shift: number;
  /** Sum of the time beyond 50 ms of long tasks, from the first paint on. */
  readonly blocked: number;
  readonly longest: number;
  readonly usable: number;
}

/** Collects the browser's timings from the start of every page. */
function watch(): void {
  const seen = { paint: 0, largest: 0, shift: 0, tasks: [] as { at: number; took: number }[] };
  Object.assign(globalThis, { seen });
  const on = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
    }).observe({ type, buffered: true });
  on("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") seen.paint = startTime;
  });
  on("largest-contentful-paint", ({ startTime }) => {
    seen.largest = startTime;
  });
  on("layout-shift", (entry) => {
    if (!Reflect.get(entry, "hadRecentInput")) seen.shift += Reflect.get(entry, "value") as number;
  });
  on("longtask", ({ startTime, duration }) => seen.tasks.push({ at: startTime, took: duration }));
}

interface Seen {
  readonly paint: number;
  readonly largest: number;
  readonly shift: number;
  readonly tasks: readonly { readonly at: number; readonly took: number }[];
}

async function load(page: Page, address: string, usable: string): Promise<Vitals> {
  const devtools = await page.context().newCDPSession(page);
  const seenUsable = await noteFirstSight(page, devtools, usable);
  await page.goto(address, { waitUntil: "commit" });
  const at = await seenUsable();
  await devtools.detach();
  await page.waitForTimeout(WATCHED_MS);
  const seen = await page.evaluate(() => Reflect.get(globalThis, "seen") as Seen);
  const tasks = seen.tasks.filter((task) => task.at + task.took > seen.paint).map(({ took }) => took);
  return {
    firstPaint: seen.paint,
    largestPaint: seen.largest,
    shift: seen.shift,
    blocked: tasks.reduce((sum, took) => sum + Math.max(0, took - 50), 0),
    longest: Math.max(0, ...tasks),
    usable: at,
  };
}

async function throttle(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", NETWORK);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  return devtools;
}

async function loads(
  page: Page,
  devtools: CDPSession,
  address: string,
  usable: string,
  isCached: boolean,
): Promise<Vitals> {
  await devtools.send("Network.setCacheDisabled", { cacheDisabled: !isCached });
  const all: Vitals[] = [];
  for (let n = 0; n < LOADS; n += 1) all.push(await load(page, address, usable));
  const of = (name: keyof Vitals) => middle(all.map((vitals) => vitals[name]));
  return {
    firstPaint: of("firstPaint"),
    largestPaint: of("largestPaint"),
    shift: of("shift"),
    blocked: of("blocked"),
    longest: of("longest"),
    usable: of("usable"),
  };
}

/** Compares with the goals; those of the first visit are "good" by Lighthouse's scale. */
function judge(name: string, vitals: Vitals, usableGoal: number): Figure[] {
  const { firstPaint, largestPaint, shift, blocked, longest, usable } = vitals;
  return [
    figure(
      `${name}: first / largest paint`,
      `${ms(firstPaint)} / ${ms(largestPaint)}`,
      "< 1.8 / < 2.5 s",
      firstPaint < 1800 && largestPaint < 2500,
    ),
    figure(`${name}: layout shift`, shift.toFixed(3), "< 0.1", shift < 0.1),
    figure(
      `${name}: blocked, longest task`,
      `${ms(blocked)}, ${ms(longest)}`,
      "blocked < 200 ms",
      blocked < 200,
    ),
    figure(`${name}: usable`, ms(usable), `< ${usableGoal / 1000} s`, usable < usableGoal),
  ];
}

/** Measures the pages on a slow phone and network; `url` serves the data set that `prepare` created. */
export async function throttledPage(url: string, long: Shown, others: readonly Shown[]): Promise<Figure[]> {
  const browser = await startBrowser();
  const visitor = await browser.visitor("throttled");
  const { page } = visitor;
  await page.addInitScript(watch);
  const devtools = await throttle(page);
  const login = await loads(page, devtools, `${url}/login`, 'input[type="email"]', false);
  const desk = new Desk(visitor);
  await desk.signIn(url, { email: adminEmail, password: PASSWORD });
  const first = await loads(page, devtools, `${url}/tickets`, USABLE, false);
  const again = await loads(page, devtools, `${url}/tickets`, USABLE, true);

  const fromServer: number[] = [];
  const fromCache: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto(`${url}/tickets`);
    await desk.list.locator(USABLE).first().waitFor();
    // The first conversation of a visit also draws the frame around it, so it does not count as a switch.
    await open(page, others.at(-1) ?? long);
    for (const ticket of others.slice(0, -1)) fromServer.push(await open(page, ticket));
    for (const ticket of others) fromCache.push(await open(page, ticket));
  }
  const keys = await typing(page, TEXT);
  await browser.close();
  return [
    ...judge("slow telephone, login page", login, 2500),
    ...judge("slow telephone, ticket page", first, 3500),
    ...judge("slow telephone, ticket page again", again, 2000),
    figure(
      "slow telephone, another ticket: kept in the page / from the server",
      `${spread(fromCache)} / ${spread(fromServer)}`,
      "p50 < 200 / < 600 ms",
      middle(fromCache) < 200 && middle(fromServer) < 600,
    ),
    figure("slow telephone, key to screen", spread(keys), "p50 < 100 ms", middle(keys) < 100),
  ];
}
