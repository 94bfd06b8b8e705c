import { afterAll, beforeAll, expect } from "bun:test";
import { png } from "#channels/media/testing.ts";
import { expectNoBarriers } from "./helpers/accessibility.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, type Office, OWNER, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** A company sets its own name, logo and a pale yellow as its brand, and removes them again. */
const NAME = "Padaria Atende";
/** Unreadable on white; on the dark theme it may stay unchanged. */
const YELLOW = "#ffee00";
/** The product's colour in the light theme. */
const BLUE = "#0b6cbb";

let office: Office;
let ana: Desk;
let owner: Desk;
beforeAll(async () => {
  office = await openOffice();
  ana = await office.desk(ANA);
}, 60_000);
afterAll(async () => {
  await office?.close();
});
const step = steps(() => office?.browser);

const title = ({ page }: Desk, name: string) => page.getByRole("banner").getByRole("link", { name });
const primary = ({ page }: Desk) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--primary").trim());
const becomes = ({ page }: Desk, is: string) =>
  page.waitForFunction(
    (wanted) => getComputedStyle(document.documentElement).getPropertyValue("--primary").trim() === wanted,
    is,
  );
/** The page as the server sends it to this browser, before any code runs. */
const firstPaint = async ({ page }: Desk) =>
  (await page.request.get(`${office.url}/tickets`, { headers: { accept: "text/html" } })).text();

step("the admin's brand is on every open page of the company at once", async () => {
  owner = await office.desk(OWNER);
  const { page } = owner;
  await page.goto(`${office.url}/settings?tab=brand`);
  await page.getByRole("textbox", { name: "Nome mostrado" }).fill(NAME);
  await page.getByText("Usar uma cor própria").click();
  await page.getByLabel("Outra cor").fill(YELLOW);
  await owner.button("Salvar marca").click();
  await title(ana, NAME).waitFor();
  const file = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from(await png(300, 100)) };
  await page.locator('input[type="file"]').setInputFiles(file);
  await owner.button("Trocar logo").waitFor();
  await ana.page.locator("img.logo").waitFor();
  await title(owner, NAME).waitFor();
  expect(await ana.page.title()).toBe(NAME);
});

step("the yellow brand is readable in both themes, in settings and tickets", async () => {
  await expectNoBarriers(owner.page, "brand of the company");
  await office.customer("Lia Campos").send.text(office.world.shop, "Oi");
  await ana.tab("Aguardando").click();
  await ana.row("Lia Campos").waitFor();
  await expectNoBarriers(ana.page, "tickets in yellow");
  expect(await primary(ana)).toBe(YELLOW);
});

step("the brand is there from the first paint and disappears after signing out", async () => {
  expect(await firstPaint(ana)).toContain(`<title>${NAME}</title>`);
  await ana.page.reload();
  await title(ana, NAME).waitFor();
  ana.problems.allowEndOfSession();
  await ana.button("Menu do perfil").click();
  await ana.page.getByRole("menuitem", { name: "Sair" }).click();
  await ana.page.getByText("Balcão", { exact: true }).waitFor();
  await becomes(ana, BLUE);
  expect(await firstPaint(ana)).toContain("<title>Balcão</title>");
  await ana.signIn(office.url, ANA);
  await title(ana, NAME).waitFor();
});

step("a removed company brand restores the provider's on every open page", async () => {
  await owner.button("Remover logo").click();
  await owner.page.getByRole("textbox", { name: "Nome mostrado" }).fill("");
  await owner.page.getByText("Usar uma cor própria").click();
  await owner.button("Salvar marca").click();
  await title(ana, "Balcão").waitFor();
  await ana.page.locator("svg.logo").first().waitFor();
  await becomes(ana, BLUE);
  expect(await firstPaint(ana)).toContain("<title>Balcão</title>");
});

step("the pages report no error during the journey", async () => {
  expect(Object.values(office.browser.problems()).flat()).toEqual([]);
});
