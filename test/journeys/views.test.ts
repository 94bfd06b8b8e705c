import { afterAll, beforeAll, expect } from "bun:test";
import type { Desk } from "./helpers/desk.ts";
import { ANA, type Office, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** A person makes a view of unread tickets, opens views by their keys, and takes them from the bar. */
const CUSTOMER = "Marina Ribeiro";

let office: Office;
let ana: Desk;

beforeAll(async () => {
  office = await openOffice();
  ana = await office.desk(ANA);
}, 60_000);
afterAll(async () => {
  await office?.close();
});

const step = steps(() => office?.browser);

step("a new view opens when it is saved, shows its ticket and counts it", async () => {
  const { page } = ana;
  await office.customer(CUSTOMER).send.text(office.world.shop, "Bom dia!");
  await ana.tab("Aguardando").click();
  await ana.row(CUSTOMER).waitFor();
  await page.getByRole("button", { name: "Mais opções de visões" }).click();
  await page.getByRole("menuitem", { name: "Nova visão" }).click();
  const dialog = page.getByRole("dialog", { name: "Nova visão" });
  await dialog.getByRole("textbox", { name: /^Nome/ }).fill("Da Marina");
  await dialog.getByRole("button", { name: /Campo/ }).click();
  await page.getByRole("option", { name: "Não lida" }).click();
  await dialog.getByRole("button", { name: "Salvar" }).click();
  const chip = page.getByRole("button", { name: /^Da Marina/ });
  await chip.waitFor();
  await ana.row(CUSTOMER).waitFor();
  await page.getByRole("button", { name: /^Da Marina ?1$/ }).waitFor();
  expect(await chip.getAttribute("aria-pressed")).toBe("true");
});

step("the keys 1 to 9 open the views of the bar", async () => {
  const { page } = ana;
  await page.locator("body").press("1");
  await page.getByRole("button", { name: /^Urgentes/, pressed: true }).waitFor();
  await page.getByText("Nada aqui agora").waitFor();
  await page.locator("body").press("7");
  await page.getByRole("button", { name: /^Da Marina/, pressed: true }).waitFor();
  await ana.row(CUSTOMER).waitFor();
});

step("views are taken from the bar and deleted in a dialog", async () => {
  const { page } = ana;
  await page.getByRole("button", { name: "Mais opções de visões" }).click();
  await page.getByRole("menuitem", { name: "Organizar visões" }).click();
  const dialog = page.getByRole("dialog", { name: "Visões" });
  await dialog.getByRole("checkbox", { name: "Mostrar Menções na barra" }).click({ force: true });
  await dialog.getByRole("button", { name: "Excluir Da Marina" }).click();
  await page.getByRole("button", { name: "Excluir", exact: true }).click();
  await page.getByRole("dialog", { name: "Visões" }).getByRole("button", { name: "Concluir" }).click();
  await page.getByRole("button", { name: /^Da Marina/ }).waitFor({ state: "detached" });
  expect(await page.getByRole("button", { name: /^Menções/ }).count()).toBe(0);
});
