import { afterAll, beforeAll, expect } from "bun:test";
import type { Page } from "playwright-core";
import { photo } from "#simulator/people/pictures.ts";
import { ServerHere } from "#test/helpers/server-here.ts";
import { SUPER } from "#test/helpers/server-process.ts";
import { barriers } from "./helpers/accessibility.ts";
import { type JourneyBrowser, startBrowser } from "./helpers/browser.ts";
import { steps } from "./helpers/steps.ts";

/** The provider sends an announcement to every company; an open page shows it at once and marks it read when opened. */
const RITA = { name: "Rita Alves", email: "rita@flor.example", password: "segredo-da-rita" };
const TITLE = "Manutenção no domingo";

let server: ServerHere;
let browser: JourneyBrowser;
let provider: Page;
let rita: Page;

/** Signs a user in with a separate browser. */
async function seat(name: string, who: { email: string; password: string }): Promise<Page> {
  const { page } = await browser.visitor(name);
  await page.goto(`${server.url}/tickets`);
  await page.getByLabel("E-mail").fill(who.email);
  await page.getByLabel("Senha", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: "Entrar" }).click();
  await page.getByRole("region", { name: "Atendimentos", exact: true }).waitFor();
  return page;
}
const bell = () => rita.getByRole("button", { name: /^Informativos/ });

beforeAll(async () => {
  server = new ServerHere();
  [browser] = await Promise.all([startBrowser(), server.start()]);
  await server.signIn();
  const plan = { name: "Básico", users: 3, connections: 1, queues: 3, value: 99.9 };
  const { id: planId } = await server.call<{ id: number }>("POST", "/plans", plan);
  await server.call("POST", "/companies", {
    name: "Floricultura Flor",
    email: RITA.email,
    password: RITA.password,
    planId,
    status: true,
    campaignsEnabled: false,
    dueDate: "2099-01-01",
    recurrence: "MENSAL",
  });
  [provider, rita] = await Promise.all([seat("provider", SUPER), seat("rita", RITA)]);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await server?.remove();
});

const step = steps(() => browser);

step("the megaphone has no unread announcements", async () => {
  await bell().click();
  await rita.getByText("Nenhum informativo").waitFor();
  await rita.keyboard.press("Escape");
});

step("the provider publishes an announcement with a picture", async () => {
  await provider.goto(`${server.url}/announcements`);
  await provider.getByRole("button", { name: "Novo informativo" }).first().click();
  await provider.getByRole("textbox", { name: "Título" }).fill(TITLE);
  await provider
    .getByRole("textbox", { name: "Texto" })
    .fill("Paramos das *2h às 3h*. Detalhes: https://example.com/aviso");
  await provider.locator('input[type="file"]').setInputFiles({
    name: "aviso.png",
    mimeType: "image/png",
    buffer: Buffer.from(await photo("cake")),
  });
  await provider.getByRole("button", { name: "Salvar" }).click();
  await provider.getByText("Informativo salvo com sucesso.").waitFor();
  await provider.getByRole("row").filter({ hasText: TITLE }).waitFor();
});

step("an attendant of another company gets the announcement at once, counted at the megaphone", async () => {
  await rita.getByRole("region", { name: "Avisos" }).getByText(TITLE).waitFor();
  await rita.getByRole("button", { name: "Informativos (1)" }).waitFor();
  await bell().click();
  const row = rita.getByRole("button", { name: new RegExp(TITLE) });
  await row.getByText("não lido").waitFor();
  expect(await barriers(rita)).toEqual([]);
  await row.click();
});

step("an opened announcement shows its formatted text and its picture", async () => {
  const dialog = rita.getByRole("dialog", { name: TITLE });
  await dialog.getByText("2h às 3h").and(rita.locator("strong, b")).waitFor();
  await dialog.getByRole("link", { name: "https://example.com/aviso" }).waitFor();
  await rita.waitForFunction(() => {
    const picture = document.querySelector<HTMLImageElement>(".announcement-picture img");
    return picture?.complete === true && picture.naturalWidth > 0;
  });
  expect(await barriers(rita)).toEqual([]);
  await rita.keyboard.press("Escape");
});

step("no announcement is unread afterwards, also after a reload", async () => {
  const isQuiet = () => rita.getByRole("button", { name: "Informativos", exact: true }).waitFor();
  await isQuiet();
  await rita.reload();
  await bell().click();
  await rita.getByRole("button", { name: new RegExp(TITLE) }).waitFor();
  await isQuiet();
  expect(browser.problems()).toEqual({ provider: [], rita: [] });
});
