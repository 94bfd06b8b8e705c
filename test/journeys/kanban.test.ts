import { afterAll, beforeAll, expect } from "bun:test";
import type { Locator } from "playwright-core";
import { barriers } from "./helpers/accessibility.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, BRUNO, type Office, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** Two attendants at the same board: cards moved by mouse and by keyboard, seen by the other one as they move. */
let office: Office;
let ana: Desk;
let bruno: Desk;

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
/** A card in a lane; waiting for it is seeing it there. */
const card = (desk: Desk, laneName: string, contact: string): Locator =>
  lane(desk, laneName).getByRole("row").filter({ hasText: contact });
const goToBoard = async (desk: Desk) => {
  await desk.page.keyboard.press("g");
  await desk.page.keyboard.press("k");
  await card(desk, "Em aberto", "Tomás Antunes").waitFor();
};

step("tickets without a lane wait in 'Em aberto'", async () => {
  await Promise.all([goToBoard(ana), goToBoard(bruno)]);
  await card(ana, "Em aberto", "Marina Ribeiro").waitFor();
  await lane(ana, "Orçamento").getByText("Arraste um atendimento para cá").waitFor();
  expect(await barriers(ana.page)).toEqual([]);
});

step("a card dragged by the mouse is in its new lane for both at once", async () => {
  await card(ana, "Em aberto", "Marina Ribeiro").dragTo(lane(ana, "Orçamento"));
  await ana.page.getByText("Marina Ribeiro foi para Orçamento").waitFor();
  await card(bruno, "Orçamento", "Marina Ribeiro").waitFor();
  await card(bruno, "Em aberto", "Marina Ribeiro").waitFor({ state: "detached" });
});

step("a card is picked up, carried and dropped by the keyboard alone", async () => {
  const { keyboard } = bruno.page;
  await card(bruno, "Orçamento", "Marina Ribeiro").focus();
  for (const _ of ["the name", "the menu", "the handle"]) await keyboard.press("ArrowRight");
  await keyboard.press("Enter");
  const target = lane(bruno, "Produção").locator("[data-drop-target]");
  for (let lanes = 3; lanes > 0 && (await target.count()) === 0; lanes -= 1) await keyboard.press("Tab");
  await keyboard.press("Enter");
  await card(bruno, "Produção", "Marina Ribeiro").waitFor();
  await card(ana, "Produção", "Marina Ribeiro").waitFor();
});

step("a move is taken back, and made from the menu of the card", async () => {
  await bruno.button("Desfazer").first().click();
  await card(ana, "Orçamento", "Marina Ribeiro").waitFor();
  await card(ana, "Em aberto", "Tomás Antunes")
    .getByRole("button", { name: /^Mover/ })
    .click();
  await ana.page.getByRole("menuitemradio", { name: "Produção" }).click();
  await card(bruno, "Produção", "Tomás Antunes").waitFor();
});

step("a card leads to its conversation; what was resolved leaves the board", async () => {
  await card(ana, "Produção", "Tomás Antunes").getByRole("link", { name: "Tomás Antunes" }).click();
  await ana.room("Tomás Antunes").waitFor();
  await ana.button("Aceitar").first().click();
  await ana.button("Resolver").first().click();
  await card(bruno, "Produção", "Tomás Antunes").waitFor({ state: "detached" });
});
