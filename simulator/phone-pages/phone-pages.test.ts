import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { tinyJpeg } from "#simulator/media/pictures.ts";
import { type Network, startNetwork } from "#simulator/network.ts";
import { textOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";

const CHROMIUM = "/usr/bin/chromium";
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];

let network: Network;
let base: string;
let shop: Phone;
let marina: Phone;

beforeAll(async () => {
  network = await startNetwork();
  base = `http://127.0.0.1:${network.port}`;
  shop = network.addPhone({ number: "5511400010001", name: "Padaria <Aurora>", isShop: true });
  marina = network.addPerson({ number: "5511977776666", name: "Marina Ribeiro" });
  await marina.send.text(shop, "Tem <b>pão</b>?");
});
afterAll(() => network.stop());

describe("routes of the phone pages", () => {
  test("the list contains every phone, and names are text, never markup", async () => {
    const page = await (await fetch(`${base}/phones`)).text();
    expect(page).toContain("Padaria &lt;Aurora&gt;");
    expect(page).toContain('href="/phones/5511977776666"');
    expect(page).not.toContain("<b>pão");
  });

  test("a phone's state contains its chats, and its files open decrypted", async () => {
    const photo = await tinyJpeg();
    const { id } = await marina.send.image(shop, photo, { caption: "Assim" });
    const state = await (await fetch(`${base}/phones/${shop.number}/state`)).json();
    expect(state.chats[0].messages).toMatchObject([{ text: "Tem <b>pão</b>?" }, { kind: "image", id }]);
    const file = await fetch(`${base}/phones/${shop.number}/files/${marina.number}/${id}`);
    expect(file.headers.get("content-type")).toBe("image/jpeg");
    expect(await file.bytes()).toEqual(new Uint8Array(photo));
  });

  test("pages of other sites cannot control the simulator", async () => {
    const asked = await fetch(`${base}/control/phones`, {
      method: "POST",
      headers: { origin: "https://elsewhere.example" },
    });
    expect(asked.status).toBe(403);
  });

  test("every file that a page loads exists", async () => {
    for (const name of [
      "base.css",
      "phone.css",
      "index.css",
      "conversation.css",
      "phone.js",
      "list.js",
      "index.js",
      "icon.svg",
    ]) {
      expect((await fetch(`${base}/phones/assets/${name}`)).status).toBe(200);
    }
    expect((await fetch(`${base}/phones/5500000000000`)).status).toBe(404);
  });
});

describe.if(existsSync(CHROMIUM))("phone pages in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  });
  afterAll(() => browser.close());

  test("text between asterisks is drawn bold, as on a phone", async () => {
    const { pieces } = await import(join(import.meta.dir, "client/formatted.js"));
    expect(pieces("*Ana:*\nOi, _tudo_ bem?")).toEqual([
      { tag: "b", pieces: ["Ana:"] },
      "\nOi, ",
      { tag: "i", pieces: ["tudo"] },
      " bem?",
    ]);
    for (const plain of ["2*3*4", "* item", "a_b_c", "5 * 3 * 2"]) expect(pieces(plain)).toEqual([plain]);
  });

  test("a visitor of the demo writes as the customer and sees answers, ticks and typing live", async () => {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    page.on("console", (line) => line.type() === "error" && errors.push(line.text()));
    await page.goto(`${base}/phones/${marina.number}#${shop.number}`);
    await page.getByPlaceholder("Mensagem").fill("Guarda dois?");
    await page.keyboard.press("Enter");
    const message = await shop.received(({ content }) => textOf(content) === "Guarda dois?");
    shop.read(marina);
    await page.locator(`[data-id="${message.id}"] .seen`).waitFor();
    shop.send.typing(marina, "composing");
    const answer = await shop.send.text(marina, "Guardo sim!");
    await page.locator(`[data-id="${answer.id}"]`).waitFor();
    await shop.reached(answer, "read");
    await marina.send.react(shop, answer, "❤️");
    await page.locator(`[data-id="${answer.id}"] .re`).waitFor();
    expect(errors).toEqual([]);
    await page.close();
  });
});
