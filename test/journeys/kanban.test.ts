import { afterAll, beforeAll, expect } from "bun:test";
import type { Locator } from "playwright-core";
import { barriers } from "./helpers/accessibility.ts";
import { PHONE } from "./helpers/browser.ts";
import type { Desk } from "./helpers/desk.ts";
import { Finger, spot } from "./helpers/finger.ts";
import { ANA, BRUNO, type Office, openOffice, type Staff } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/**
 * Two attendants at the same board: cards are moved by mouse, keyboard and touch, and the other attendant sees each
 * move at once.
 */
let office: Office;
let ana: Desk;
let bruno: Desk;
/** An attendant with a phone. */
const DORA: Staff = { name: "Dora Nunes", email: "dora@example.com", password: "segredo-da-dora" };

beforeAll(async () => {
  office = await openOffice();
  for (const [name, color] of [
    ["Orçamento", "#e0a100"],
    ["Produção", "#5b5fc7"],
  ] as const)
    await office.call("POST", "/tags", { name, color, kanban: 1 });
  for (const name of ["Marina Ribeiro", "Tomás Antunes"])
    await office.customer(name).send.text(office.world.shop, `Oi, aqui é ${name}`);
  [ana, bruno] = await Promise.all([office.desk(ANA), office.desk(BRUNO)]);
}, 60_000);
afterAll(async () => {
  await office?.close();
});

const step = steps(() => office?.browser);

const lane = (desk: Desk, name: string): Locator => desk.page.getByRole("region", { name, exact: true });
/** A card in a lane. */
const card = (desk: Desk, laneName: string, contact: string): Locator =>
  lane(desk, laneName).getByRole("row").filter({ hasText: contact });
/** Index of the lane "Produção". */
const PRODUCTION = 2;
/** Waits until the card that is moved by keyboard is over another lane than before; returns its index. */
const laneUnderCard = async ({ page }: Desk, before: number): Promise<number> => {
  const handle = await page.waitForFunction((former) => {
    const lanes = [...document.querySelectorAll(".kanban-lane")];
    const index = lanes.findIndex((one) => one.querySelector("[data-drop-target]"));
    return index >= 0 && index !== former ? { index } : null;
  }, before);
  return (await handle.jsonValue())?.index ?? -1;
};
const goToBoard = async (desk: Desk) => {
  await desk.page.keyboard.press("g");
  await desk.page.keyboard.press("k");
  await card(desk, "Em aberto", "Tomás Antunes").waitFor();
};

step("tickets without a lane are in 'Em aberto'", async () => {
  await Promise.all([goToBoard(ana), goToBoard(bruno)]);
  await card(ana, "Em aberto", "Marina Ribeiro").waitFor();
  await lane(ana, "Orçamento").getByText("Arraste um atendimento para cá").waitFor();
  expect(await barriers(ana.page)).toEqual([]);
});

step("a card dragged with the mouse is in its new lane for both users at once", async () => {
  await card(ana, "Em aberto", "Marina Ribeiro").dragTo(lane(ana, "Orçamento"));
  await ana.page.getByText("Marina Ribeiro foi para Orçamento").waitFor();
  await card(bruno, "Orçamento", "Marina Ribeiro").waitFor();
  await card(bruno, "Em aberto", "Marina Ribeiro").waitFor({ state: "detached" });
});

step("a card is picked up, moved and dropped by keyboard alone", async () => {
  const { keyboard } = bruno.page;
  await card(bruno, "Orçamento", "Marina Ribeiro").focus();
  for (const _ of ["the name", "the menu", "the handle"]) await keyboard.press("ArrowRight");
  await keyboard.press("Enter");
  // Tab goes from lane to lane; each of them marks itself some time after the key.
  let over = -1;
  for (let tabs = 0; over !== PRODUCTION && tabs < 6; tabs += 1) {
    if (tabs > 0) await keyboard.press("Tab");
    over = await laneUnderCard(bruno, over);
  }
  await keyboard.press("Enter");
  await card(bruno, "Produção", "Marina Ribeiro").waitFor();
  await card(ana, "Produção", "Marina Ribeiro").waitFor();
});

step("a move is undone and made again from the card's menu", async () => {
  await bruno.button("Desfazer").first().click();
  await card(ana, "Orçamento", "Marina Ribeiro").waitFor();
  await card(ana, "Em aberto", "Tomás Antunes")
    .getByRole("button", { name: /^Mover/ })
    .click();
  await ana.page.getByRole("menuitemradio", { name: "Produção" }).click();
  await card(bruno, "Produção", "Tomás Antunes").waitFor();
});

let phone: Desk;
let finger: Finger;
const cards = () => phone.page.locator(".kanban-lanes");
/** Resolves when the board has not scrolled for ten frames. */
const still = () =>
  cards().evaluate(
    (board) =>
      new Promise<void>((resolve) => {
        let before = board.scrollLeft;
        let left = 10;
        const look = () => {
          left = board.scrollLeft === before ? left - 1 : 10;
          before = board.scrollLeft;
          if (left === 0) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
const scrolled = () => cards().evaluate(({ scrollLeft }) => scrollLeft);

step("a quick swipe over the cards on a phone shows the next lane and moves no card", async () => {
  await office.call("POST", "/users", { ...DORA, profile: "user", queueIds: [office.queues.vendas] });
  await office.customer("Lívia Prado").send.text(office.world.shop, "Oi, aqui é Lívia");
  phone = await office.desk(DORA, { viewport: PHONE, hasTouch: true, isMobile: true });
  await phone.page.goto(`${office.url}/kanban`);
  finger = await Finger.of(phone.page);
  const held = card(phone, "Em aberto", "Lívia Prado");
  await held.waitFor();
  const from = await spot(held);
  await finger.down(from);
  await finger.to({ x: from.x - 250, y: from.y + 4 });
  await finger.up();
  await phone.page.getByRole("tab", { name: "Orçamento", selected: true }).waitFor();
  await held.waitFor();
  await still();
  await phone.page.getByRole("tab", { name: "Em aberto" }).tap();
  await still();
});

step("a card held for a moment follows the finger, and the board scrolls at its edge", async () => {
  // A touch right after a tap becomes a double tap, and the page gets no touch event.
  await phone.page.waitForTimeout(500);
  const { y, x } = await spot(card(phone, "Em aberto", "Lívia Prado"));
  await finger.down({ x, y });
  await phone.page.locator(".kanban-carried").waitFor();
  await finger.to({ x: PHONE.width - 6, y });
  await phone.page.waitForFunction(() => (document.querySelector(".kanban-lanes")?.scrollLeft ?? 0) > 250);
  await finger.to({ x: PHONE.width / 2, y });
  await phone.page.locator("[data-over]", { hasText: "Orçamento" }).waitFor();
  expect(await scrolled()).toBeLessThan(600);
  await finger.up();
  await phone.page.locator(".kanban-carried").waitFor({ state: "detached" });
  await card(phone, "Orçamento", "Lívia Prado").waitFor();
  await card(ana, "Orçamento", "Lívia Prado").waitFor();
});

step("a card moves at once by its handle, and a drop on its own place changes nothing", async () => {
  const held = card(phone, "Orçamento", "Lívia Prado");
  await still();
  const handle = held.getByRole("button", { name: /^Arrastar/ });
  const at = await spot(handle);
  await finger.down(at);
  await finger.to({ x: at.x + 4, y: at.y + 90 });
  await phone.page.locator(".kanban-carried").waitFor();
  await finger.up();
  await held.waitFor();
  await finger.down(at);
  await finger.to({ x: PHONE.width - 6, y: at.y + 30 });
  await phone.page.waitForFunction(() => (document.querySelector(".kanban-lanes")?.scrollLeft ?? 0) > 650);
  await finger.to({ x: PHONE.width / 2, y: at.y + 60 });
  await finger.up();
  await card(ana, "Produção", "Lívia Prado").waitFor();
});

step("a card opens its conversation, and a resolved ticket leaves the board", async () => {
  await card(ana, "Produção", "Tomás Antunes").getByRole("link", { name: "Tomás Antunes" }).click();
  await ana.room("Tomás Antunes").waitFor();
  await ana.button("Aceitar").first().click();
  // The buttons of the head move when the conversation is accepted.
  await ana.page.getByText("Ana Lima aceitou").first().waitFor();
  await ana.button("Resolver").first().click();
  await card(bruno, "Produção", "Tomás Antunes").waitFor({ state: "detached" });
});
