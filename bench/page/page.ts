import { adminEmail, companyFile, PASSWORD } from "#bench/data/dataset.ts";
import { percentile } from "#bench/harness/load.ts";
import { copyOf, product } from "#bench/harness/programs.ts";
import { type Figure, figure, ms } from "#bench/harness/report.ts";
import { openDatabase } from "#platform/db/open.ts";
import { startBrowser } from "#test/journeys/helpers/browser.ts";
import { Desk } from "#test/journeys/helpers/desk.ts";
import { type FirstLoad, firstLoad } from "#test/journeys/helpers/first-load.ts";
import { middle, open, prepare, spread, TEXT, typing, USABLE } from "./steps.ts";
import { throttledPage } from "./throttled.ts";

const LOADS = 5;
const ROUNDS = 5;

/** Measures the pages in a real Chromium over the standard data set. */
export async function page(kept: string): Promise<Figure[]> {
  const directory = copyOf(kept, "page");
  const db = openDatabase(companyFile(directory), { durability: "normal" });
  const [long, ...others] = prepare(db);
  db.close();
  if (!long) throw new Error("the data set has no open ticket");
  const ours = await product(directory, 4305);
  const browser = await startBrowser();
  const desk = new Desk(await browser.visitor("bench"));
  await desk.signIn(ours.url, { email: adminEmail, password: PASSWORD });

  const loads: FirstLoad[] = [];
  for (let n = 0; n < LOADS; n += 1) loads.push(await firstLoad(desk.page, `${ours.url}/tickets`, USABLE));
  const requests = middle(loads.map((load) => load.requests.length));
  const bytes = middle(loads.map((load) => load.bytes));
  const usableMs = middle(loads.map((load) => load.usableMs));

  const fromServer: number[] = [];
  const fromCache: number[] = [];
  const longOpens: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await desk.page.goto(`${ours.url}/tickets`);
    await desk.list.locator(USABLE).first().waitFor();
    // The first conversation of a visit also draws the frame around it, so it does not count as a switch.
    await open(desk.page, others.at(-1) ?? long);
    longOpens.push(await open(desk.page, long));
    for (const ticket of others.slice(0, -1)) fromServer.push(await open(desk.page, ticket));
    for (const ticket of others) fromCache.push(await open(desk.page, ticket));
  }
  await open(desk.page, long);
  const keys = await typing(desk.page, TEXT);
  await browser.close();
  const throttled = await throttledPage(ours.url, long, others);
  await ours.stop();
  return [
    figure(
      "ticket page, empty cache",
      `${requests} requests, ${(bytes / 1000).toFixed(0)} kB, usable in ${ms(usableMs)}`,
      "≤ 20 requests, ≤ 230 kB, < 1 s",
      requests <= 20 && bytes <= 230_000 && usableMs < 1000,
    ),
    figure("switching tickets, kept in the page", spread(fromCache), "p50 < 50 ms", middle(fromCache) < 50),
    figure(
      "switching tickets, from the server",
      spread(fromServer),
      "p50 < 120 ms",
      middle(fromServer) < 120,
    ),
    figure("a ticket of 100,000 messages opens", spread(longOpens), "p50 < 150 ms", middle(longOpens) < 150),
    figure("typing, key to screen", spread(keys), "p95 < 50 ms", percentile(keys, 0.95) < 50),
    ...throttled,
  ];
}
