import type { Page } from "playwright-core";
import { percentile } from "#bench/harness/load.ts";
import { ms } from "#bench/harness/report.ts";
import type { Sqlite } from "#platform/db/open.ts";

/** Number of tickets to switch between, as many as the list shows without scrolling. */
const SHOWN = 7;
const LONG = 100_000;
export const TEXT = "Bom dia! Seu pedido saiu para entrega e chega ainda hoje, antes das seis da tarde.";

/** The ticket page is usable once this element is visible. */
export const USABLE = "[data-ticket]";

/** A ticket of the list, and the text of its last message. */
export interface Shown {
  readonly id: number;
  readonly name: string;
  readonly words: string;
}

/** Moves the tickets of the bench to the top of the admin's list, first the one with 100,000 messages. */
export function prepare(db: Sqlite): readonly Shown[] {
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

/**
 * Time from the click on a row until the last message of the conversation is painted, ms. The observer reports it
 * after the frame in which the message was first drawn and in sight: neither before it is painted nor a frame later.
 */
export function open(page: Page, ticket: Shown): Promise<number> {
  return page.evaluate(
    ({ id, name, words }) =>
      new Promise<number>((resolve) => {
        let watched: Element | undefined;
        const look = () => {
          const logs = document.querySelectorAll(`[aria-label="Ticket: ${name}"] [role="log"]`);
          const log = [...logs].find((one) => one.checkVisibility());
          const last = [...(log?.querySelectorAll("article") ?? [])].at(-1);
          if (!last?.textContent?.includes(words) || last === watched) return;
          sight.disconnect();
          watched = last;
          sight.observe(last);
        };
        const sight = new IntersectionObserver(([seen]) => {
          if (!seen?.isIntersecting || !seen.target.checkVisibility({ visibilityProperty: true })) {
            watched = undefined;
            requestAnimationFrame(look);
            return;
          }
          changes.disconnect();
          sight.disconnect();
          resolve(performance.now() - at);
        });
        const changes = new MutationObserver(look);
        changes.observe(document.body, { attributes: true, childList: true, subtree: true });
        const at = performance.now();
        document.querySelector<HTMLElement>(`[data-ticket="${id}"] .row-link`)?.click();
      }),
    ticket,
  );
}

/** From each key to the painted letter, ms. */
export async function typing(page: Page, text: string): Promise<number[]> {
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

export const middle = (samples: readonly number[]): number => percentile(samples, 0.5);
export const spread = (samples: readonly number[]): string =>
  `p50 ${ms(middle(samples))}, p95 ${ms(percentile(samples, 0.95))} (${samples.length})`;
