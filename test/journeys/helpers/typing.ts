import { expect } from "bun:test";
import type { Page, Request } from "playwright-core";
import type { Desk } from "./desk.ts";

/** Typical first texts, with every letter that is or was a shortcut. */
export const SENTENCES = [
  "Oi, pode ser",
  "e aí, tudo bem? abraço",
  "@Bru",
  "resolve tenta a nota b",
] as const;

const LETTERS = "abcdefghijklmnopqrstuvwxyzABEHORTXZ0123456789,.;?!@/'-  ";

/** The same texts for the same seed. */
export function randomTexts(seed: number, count: number, length: number): readonly string[] {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const letter = () => LETTERS[Math.floor(next() * LETTERS.length)] ?? "e";
  // A text does not begin with a blank, which presses the focused button, nor with the character that opens quick replies.
  return Array.from({ length: count }, () => `e${Array.from({ length: length - 1 }, letter).join("")}`);
}

/** Requests of a page that change something on the server. A slow page stores the draft while it is typed: that is text only. */
export function watchChanges(page: Page): { readonly changes: string[]; stop(): void } {
  const changes: string[] = [];
  const heard = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === "GET" || !pathname.startsWith("/api/") || pathname.endsWith("/draft")) return;
    changes.push(`${request.method()} ${pathname}`);
  };
  page.on("request", heard);
  return { changes, stop: () => page.off("request", heard) };
}

/** Types regardless of the focus, and expects that the keys had no effect but text. */
export async function typeBlindly(page: Page, text: string): Promise<void> {
  const watch = watchChanges(page);
  const path = new URL(page.url()).pathname;
  await page.keyboard.type(text);
  // Effects of a key have started by the next frames.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  watch.stop();
  expect({ text, changes: watch.changes }).toEqual({ text, changes: [] });
  expect({ text, path: new URL(page.url()).pathname }).toEqual({ text, path });
}

/** Types regardless of the focus, then presses Enter twice: other pages may open, but nothing is changed or sent. */
export async function changesNothing(page: Page, text: string): Promise<void> {
  const watch = watchChanges(page);
  await page.keyboard.type(text);
  for (let round = 0; round < 2; round += 1) {
    await page.keyboard.press("Enter");
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }
  watch.stop();
  expect({ text, changes: watch.changes }).toEqual({ text, changes: [] });
}

/** Empties the text box and waits until the browser has stored no draft; otherwise the draft would be in the next step, too. */
export async function clearText(desk: Desk, contact: string): Promise<void> {
  await desk.input(contact).fill("");
  await desk.page.waitForFunction(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await done(indexedDB.open("balcao"));
    const rows = await done<{ text: string }[]>(
      database.transaction("drafts").objectStore("drafts").getAll(),
    );
    database.close();
    return rows.every(({ text }) => text === "");
  });
}

/** Keeps the browser's own notifications in `shownNotices` of the page, so that a test can press them. Before a reload. */
export async function recordNotices(desk: Desk): Promise<void> {
  await desk.context.addInitScript(() => {
    const shown: Notification[] = [];
    class Shown extends EventTarget {
      static permission = "granted";
      static requestPermission = async () => "granted";
      onclick: (() => void) | null = null;
      constructor() {
        super();
        shown.push(this as unknown as Notification);
      }
      close(): void {}
    }
    Object.assign(globalThis, { Notification: Shown, shownNotices: shown });
  });
}
