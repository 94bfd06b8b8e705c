import { afterAll, beforeAll, expect } from "bun:test";
import type { Phone } from "#simulator/phones/phone.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import type { Desk } from "./helpers/desk.ts";
import { drawnSince, untilNothingIsDrawn, watchDrawing } from "./helpers/drawn.ts";
import { ANA, type Office, openOffice } from "./helpers/office.ts";
import { Reader } from "./helpers/reader.ts";
import { steps } from "./helpers/steps.ts";

/** Switching between tickets shows the previous view at once and renders nothing else. */
const NAMES = ["Rita Moura", "Caetano Alves", "Dora Nunes", "Edu Lopes"] as const;
const [RITA, CAETANO] = NAMES;
/** More messages than fit on the screen. */
const LINES = 40;

let office: Office;
let ana: Desk;
let rita: Phone;

beforeAll(async () => {
  office = await openOffice();
  const people = NAMES.map((name) => office.customer(name));
  [rita] = people as [Phone];
  for (const person of people) await person.send.text(office.world.shop, "Bom dia!");
  for (let line = 1; line <= LINES; line += 1)
    await rita.send.text(office.world.shop, `Item ${line} da lista`);
}, 60_000);
afterAll(async () => {
  await office?.close();
});

const step = steps(() => office?.browser);

/** The press on a row, until its conversation is on screen and the page is quiet. */
async function goTo(name: string, words: string): Promise<void> {
  await ana.open(name);
  await ana.message(words).last().waitFor();
  await ana.page.waitForLoadState("networkidle");
}

step("switching tickets redraws two rows of the list, no part of the frame and no button", async () => {
  ana = await office.desk(ANA);
  await watchDrawing(ana.page);
  await ana.page.reload();
  for (const name of NAMES) {
    await ana.tab("Aguardando").click();
    await ana.press("Aceitar", name);
    await ana.room(name).waitFor();
  }
  await ana.tab("Atendendo").click();
  await goTo(RITA, `Item ${LINES} da lista`);
  await goTo(CAETANO, "Bom dia!");
  await untilNothingIsDrawn(ana.page);
  expect((await drawnSince(ana.page)).bubbles).toBeGreaterThan(5);
  await goTo(RITA, `Item ${LINES} da lista`);
  const { bubbles, ...others } = await drawnSince(ana.page);
  expect(others).toEqual({ rows: [CAETANO, RITA], frame: [], verbs: 0 });
  // The cached conversation is shown again; at most some rows at the edge of the virtual list are new.
  expect(bubbles).toBeLessThan(6);
});

step("the contact panel follows the conversation", async () => {
  const contact = ana.page.getByRole("complementary", { name: "Dados do contato" });
  await contact.getByRole("heading", { name: RITA }).waitFor();
  await goTo(CAETANO, "Bom dia!");
  await contact.getByRole("heading", { name: CAETANO }).waitFor();
  await contact.getByRole("button", { name: "Editar" }).click();
  await ana.page.getByRole("dialog").getByRole("textbox", { name: "Nome" }).waitFor();
  expect(await ana.page.getByRole("textbox", { name: "Nome" }).inputValue()).toBe(CAETANO);
  await ana.page.keyboard.press("Escape");
  await goTo(RITA, `Item ${LINES} da lista`);
});

step("a reopened conversation starts at its end, with new messages", async () => {
  const log = ana.conversation;
  await log.hover();
  await ana.page.mouse.wheel(0, -2000);
  await ana.page.getByRole("button", { name: "Ir para a última mensagem" }).waitFor();
  await goTo(CAETANO, "Bom dia!");
  await rita.send.text(office.world.shop, "Já não precisa, obrigada");
  await ana.row(RITA).getByText("Já não precisa, obrigada").waitFor();
  await goTo(RITA, "Já não precisa, obrigada");
  await ana.page.getByRole("button", { name: "Ir para a última mensagem" }).waitFor({ state: "hidden" });
  await log.getByText("1 mensagem nova").waitFor();
  const isInSight = await ana
    .message("Já não precisa, obrigada")
    .evaluate((last) => last.getBoundingClientRect().bottom <= innerHeight);
  expect(isInSight).toBe(true);
});

step("hidden conversations are not read out and not reached by the keyboard", async () => {
  const reader = await Reader.of(ana.page);
  expect(await reader.names("log")).toEqual(["Conversa"]);
  await goTo(CAETANO, "Bom dia!");
  const texts = await reader.names("StaticText");
  expect(texts.filter((text) => text.startsWith("Item "))).toEqual([]);
  expect(await reader.names("log")).toEqual(["Conversa"]);
  const reached = await ana.page.evaluate(() => {
    const logs = [...document.querySelectorAll<HTMLElement>('[role="log"]')];
    return logs.map((log) => {
      log.focus();
      return document.activeElement === log;
    });
  });
  expect(reached.filter(Boolean)).toHaveLength(1);
  expect(reached.length).toBeGreaterThan(1);
});

step("large counts do not make the tabs overlap the button beside them", async () => {
  const { page } = ana;
  for (const many of [99, 500, 10_000]) {
    await page.route("**/api/tickets/counts*", (route) =>
      route.fulfill({ json: { open: many, pending: many, closed: many, unread: 0, byQueue: {} } }),
    );
    await page.goto(`${office.url}/tickets`);
    const waiting = page.getByRole("tab", { name: /^Aguardando/ });
    await waiting.filter({ hasText: many > 999 ? "999+" : String(many) }).waitFor();
    const button = await page.getByRole("button", { name: "Novo atendimento" }).first().boundingBox();
    const tab = await waiting.boundingBox();
    expect((tab?.x ?? 0) + (tab?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0);
    await page.unroute("**/api/tickets/counts*");
  }
});

step("a conversation at its end stays there while a quote is written, and after it", async () => {
  await goTo(RITA, `Item ${LINES} da lista`);
  const atEnd = () =>
    ana.conversation.evaluate((view) => view.scrollHeight - view.scrollTop - view.clientHeight < 33);
  await ana.choose(ana.message(`Item ${LINES} da lista`), "Responder");
  await ana.page.getByText("Respondendo").first().waitFor();
  expect(await eventually(async () => (await atEnd()) || undefined, "the end of the conversation")).toBe(
    true,
  );
  await rita.send.text(office.world.shop, "Mais um item");
  await ana.message("Mais um item").waitFor();
  expect(await eventually(async () => (await atEnd()) || undefined, "the new message")).toBe(true);
  await ana.page.keyboard.press("Escape");
});

step("the pages report no error during the journey", async () => {
  expect(office.browser.problems()).toEqual({ [ANA.name]: [] });
});
