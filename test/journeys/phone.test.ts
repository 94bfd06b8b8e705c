import { afterAll, beforeAll, expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { expectNoBarriers } from "./helpers/accessibility.ts";
import { PHONE } from "./helpers/browser.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, type Office, OWNER, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** A phone: its Back button, its rows above the text box, and the phone held sideways (docs/rules/pages.md#phones, #back). */
const CUSTOMER = "Davi Melo";
const OTHER = "Rita Prado";
const ON_PHONE = { viewport: PHONE, hasTouch: true, isMobile: true };
/** The row of modes, the text box, and the edges around them. */
const COMPOSER_HEIGHT = 125;
const SIDEWAYS_WITH_KEYBOARD = { width: 844, height: 200 };

let office: Office;
let ana: Desk;

beforeAll(async () => {
  office = await openOffice();
  for (const name of [CUSTOMER, OTHER])
    await office.customer(name).send.text(office.world.shop, "Boa tarde!");
  ana = await office.desk(ANA, ON_PHONE);
  for (const name of [CUSTOMER, OTHER]) {
    await ana.tab("Aguardando").tap();
    await ana.rowButton("Aceitar", name).tap();
    await ana.input(name).waitFor();
    await back(ana.page, 0);
    await ana.list.waitFor();
  }
}, 60_000);
afterAll(async () => {
  await office?.close();
});
const step = steps(() => office?.browser);

async function boxOf(locator: Locator) {
  await locator.waitFor();
  const box = await locator.boundingBox();
  if (!box) throw new Error(`not on screen: ${locator}`);
  return box;
}

/** Presses Back once the history knows how many things are open over the page. */
async function back(page: Page, openNow: number): Promise<void> {
  await page.waitForFunction((count) => (history.state?.overlays ?? 0) === count, openNow);
  await page.goBack();
}

/** Expects that Back closes what is open and keeps the conversation. */
async function closesByBack(shown: Locator): Promise<void> {
  await shown.waitFor();
  await back(ana.page, 1);
  await shown.waitFor({ state: "detached" });
  await ana.input(CUSTOMER).waitFor();
}

const openFromList = async (name: string) => {
  await ana.tab("Atendendo").tap();
  await ana.row(name).getByRole("link").tap();
  await ana.input(name).waitFor();
};

step("only one row is above the text box, for messages and for notes", async () => {
  await openFromList(CUSTOMER);
  const composer = ana.page.locator(".composer");
  expect((await boxOf(composer)).height).toBeLessThanOrEqual(COMPOSER_HEIGHT);
  await ana.button("Nota interna").tap();
  await ana.page.getByText("Só a equipe vê", { exact: true }).waitFor();
  expect((await boxOf(composer)).height).toBeLessThanOrEqual(COMPOSER_HEIGHT);
  await ana.button("Mensagem").tap();
});

step("Back closes one overlay at a time over a conversation", async () => {
  const { page } = ana;
  await ana.input(CUSTOMER).fill("rascunho para o Davi");
  await ana.button("Mais opções").tap();
  await closesByBack(page.getByRole("menu"));
  await ana.button("Emojis").tap();
  await closesByBack(page.getByRole("dialog", { name: "Emojis" }));
  await ana.page.locator(".head-who").tap();
  await closesByBack(page.getByRole("complementary", { name: /contato/i }));
  await ana.button("Transferir").tap();
  const dialog = page.getByRole("dialog", { name: "Transferir atendimento" });
  const people = page.locator(".list-box-popover");
  await people.waitFor();
  await back(page, 2);
  await people.waitFor({ state: "detached" });
  await closesByBack(dialog);
});

step("the next Back returns to the list, and the draft is kept", async () => {
  await back(ana.page, 0);
  await ana.list.waitFor();
  await openFromList(CUSTOMER);
  expect(await ana.input(CUSTOMER).inputValue()).toBe("rascunho para o Davi");
});

step("a menu closed without Back leaves no history entry: Back returns to the list at once", async () => {
  await ana.button("Mais opções").tap();
  await ana.page.getByRole("menu").waitFor();
  await ana.page.keyboard.press("Escape");
  await ana.page.getByRole("menu").waitFor({ state: "detached" });
  await back(ana.page, 0);
  await ana.list.waitFor();
});

step("Back does not reopen conversations closed by the arrow", async () => {
  for (const name of [CUSTOMER, OTHER]) {
    await openFromList(name);
    await ana.button("Voltar para a lista").tap();
    await ana.list.waitFor();
  }
  const before = await ana.page.evaluate(() => history.length);
  await openFromList(CUSTOMER);
  await ana.button("Voltar para a lista").tap();
  await ana.list.waitFor();
  expect(await ana.page.evaluate(() => history.length)).toBe(before);
});

step("a link in the menu opens its page, and Back from there returns to the list", async () => {
  await ana.button("Abrir o menu").tap();
  await ana.page.getByRole("dialog", { name: "Menu principal" }).getByText("Contatos").tap();
  await ana.page.getByRole("heading", { name: "Contatos", level: 1 }).waitFor();
  await ana.page.waitForURL(/\/contacts$/);
  await back(ana.page, 0);
  await ana.list.waitFor();
  await ana.page.getByRole("dialog").waitFor({ state: "detached" });
});

step("Back asks before it discards a changed form, and stays on cancel", async () => {
  const admin = await office.desk(OWNER, ON_PHONE);
  const { page } = admin;
  await page.goto(`${office.url}/tags`);
  await page.getByRole("button", { name: "Nova tag" }).first().tap();
  const dialog = page.getByRole("dialog", { name: "Nova tag" });
  await dialog.getByRole("textbox", { name: "Nome" }).fill("Retirada");
  await back(page, 1);
  await page.getByRole("alertdialog").getByRole("button").first().waitFor();
  await back(page, 2);
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  expect(await dialog.getByRole("textbox", { name: "Nome" }).inputValue()).toBe("Retirada");
  await admin.context.close();
});

step("Back clears the selection of contacts, whose actions are at the bottom of the page", async () => {
  const admin = await office.desk(OWNER, ON_PHONE);
  const { page } = admin;
  await page.goto(`${office.url}/contacts`);
  await page.getByText(`Selecionar ${CUSTOMER}`).locator("..").tap();
  const bar = page.getByRole("toolbar", { name: /selecionad/i });
  const { y, height } = await boxOf(bar);
  expect(Math.round(y + height)).toBe(PHONE.height);
  await expectNoBarriers(page, "chosen contacts");
  await back(page, 1);
  await bar.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Contatos", level: 1 }).waitFor();
  await admin.context.close();
});

step("in landscape with the keyboard open, text box and conversation are visible", async () => {
  await openFromList(CUSTOMER);
  await ana.input(CUSTOMER).tap();
  await ana.page.setViewportSize(SIDEWAYS_WITH_KEYBOARD);
  const input = await boxOf(ana.input(CUSTOMER));
  expect(input.height).toBeGreaterThanOrEqual(44);
  expect(input.y + input.height).toBeLessThanOrEqual(SIDEWAYS_WITH_KEYBOARD.height);
  expect((await boxOf(ana.conversation)).height).toBeGreaterThanOrEqual(80);
  const send = await boxOf(ana.page.locator(".composer-send"));
  expect(send.x + send.width).toBeLessThanOrEqual(SIDEWAYS_WITH_KEYBOARD.width);
  await ana.page.setViewportSize(PHONE);
});

step("the pages report no error during the journey", async () => {
  expect(Object.values(office.browser.problems()).flat()).toEqual([]);
});
