import type { Page } from "playwright-core";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import { startBrowser } from "#test/journeys/helpers/browser.ts";
import { Desk } from "#test/journeys/helpers/desk.ts";
import { type FirstLoad, firstLoad } from "#test/journeys/helpers/first-load.ts";
import { adminEmail, companyFile, PASSWORD } from "./dataset.ts";
import { percentile } from "./load.ts";
import { copyOf, product } from "./programs.ts";
import { type Figure, ms } from "./report.ts";

/** Tickets switched between: as many as the list shows without scrolling. */
const SHOWN = 7;
const LONG = 100_000;
const LOADS = 5;
const ROUNDS = 5;
const TEXT = "Bom dia! Seu pedido saiu para entrega e chega ainda hoje, antes das seis da tarde.";

/** A ticket of the list, and the words its conversation ends with. */
interface Shown {
  readonly id: number;
  readonly name: string;
  readonly words: string;
}

/** Puts the tickets of the bench to the top of the admin's list, first the one with 100,000 messages. */
function prepare(db: Sqlite): readonly Shown[] {
  const ids = db
    .prepare("SELECT id FROM ticket WHERE status = 'open' ORDER BY id DESC LIMIT ?")
    .pluck()
    .all(SHOWN + 1) as number[];
  const own = db.prepare("UPDATE ticket SET user_id = 1, unread_messages = 0, updated_at = ? WHERE id = ?");
  const [long = 0] = ids;
  db.transaction(() => {
    for (const [place, id] of ids.entries()) own.run(Date.now() - place * 1000, id);
    const { contact_id: contact, at } = db
      .prepare("SELECT contact_id, max(created_at) AS at FROM message WHERE ticket_id = ?")
      .get(long) as { contact_id: number; at: number };
    const write = db.prepare(
      `INSERT INTO message (ticket_id, contact_id, connection_id, provider_id, body, from_me, origin, read, created_at, updated_at)
       VALUES (?, ?, 1, ?, ?, 0, 'contact', 1, ?, ?)`,
    );
    for (let n = 1; n <= LONG; n += 1) {
      const when = at + n * 10;
      write.run(long, contact, `L${n}`, n % 3 === 0 ? `Mensagem ${n}` : `Mensagem ${n}: ${TEXT}`, when, when);
    }
  })();
  const shown = db.prepare(
    `SELECT t.id, c.name, (SELECT body FROM message WHERE ticket_id = t.id ORDER BY id DESC LIMIT 1) AS words
     FROM ticket t JOIN contact c ON c.id = t.contact_id WHERE t.id = ?`,
  );
  return ids.map((id) => shown.get(id) as Shown);
}

/** From the press on a row to the painted conversation, ms. */
function open(page: Page, ticket: Shown): Promise<number> {
  return page.evaluate(
    ({ id, name, words }) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const articles = document.querySelectorAll(`[aria-label="Ticket: ${name}"] [role="log"] article`);
          if (!articles[articles.length - 1]?.textContent?.includes(words)) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - at)));
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { attributes: true, childList: true, subtree: true });
        const at = performance.now();
        document.querySelector<HTMLElement>(`[data-ticket="${id}"] .row-link`)?.click();
      }),
    ticket,
  );
}

/** From each key to the painted letter, ms. */
async function typing(page: Page, text: string): Promise<number[]> {
  await page.evaluate(() => {
    const samples: number[] = [];
    Object.assign(globalThis, { samples });
    document.addEventListener(
      "keydown",
      ({ timeStamp }) => {
        requestAnimationFrame(() => setTimeout(() => samples.push(performance.now() - timeStamp)));
      },
      { capture: true },
    );
  });
  const input = page.getByRole("textbox", { name: /^Mensagem para/ });
  await input.focus();
  for (const letter of text) await input.press(letter === " " ? "Space" : letter);
  return page.evaluate(() => Reflect.get(globalThis, "samples") as number[]);
}

const figure = (name: string, ours: string, goal: string, met: boolean): Figure => ({
  name,
  ours,
  yardstick: "–",
  ratio: "–",
  goal,
  met,
});
const middle = (samples: readonly number[]) => percentile(samples, 0.5);
const spread = (samples: readonly number[]) =>
  `p50 ${ms(middle(samples))}, p95 ${ms(percentile(samples, 0.95))} (${samples.length})`;

/** What an attendant's browser feels: a real Chromium over the standard data set. */
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
  const usable = () => desk.list.locator("[data-ticket]").first().waitFor();

  const loads: FirstLoad[] = [];
  for (let n = 0; n < LOADS; n += 1) loads.push(await firstLoad(desk.page, `${ours.url}/tickets`, usable));
  const requests = middle(loads.map((load) => load.requests.length));
  const bytes = middle(loads.map((load) => load.bytes));
  const usableMs = middle(loads.map((load) => load.usableMs));

  const fromServer: number[] = [];
  const fromCache: number[] = [];
  const longOpens: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await desk.page.goto(`${ours.url}/tickets`);
    await usable();
    // The first conversation of a visit also draws the frame around it: not a switch.
    await open(desk.page, others.at(-1) ?? long);
    longOpens.push(await open(desk.page, long));
    for (const ticket of others.slice(0, -1)) fromServer.push(await open(desk.page, ticket));
    for (const ticket of others) fromCache.push(await open(desk.page, ticket));
  }
  await open(desk.page, long);
  const keys = await typing(desk.page, TEXT);
  await browser.close();
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
  ];
}
