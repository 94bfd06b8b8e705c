import { afterAll, beforeAll, expect } from "bun:test";
import type { Page } from "playwright-core";
import { textOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import type { Desk } from "./helpers/desk.ts";
import { type Office, OWNER, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/**
 * A campaign in real time, at the fastest allowed pace (one message a second): written in its dialog, watched in its
 * report, stopped, and restarted. Every phone gets the message once. `CAMPAIGN_PEOPLE=200` runs the long form (5
 * min).
 */
const PEOPLE = Number(process.env["CAMPAIGN_PEOPLE"] ?? 14);
/** Time limit for the remaining recipients, ms: a good second each. */
const REST_MS = 45_000 + PEOPLE * 1_500;
/** Number of recipients reached when the campaign is stopped, or a few more. */
const STOP_AT = 4;

let office: Office;
let owner: Desk;
let page: Page;
const phones: Phone[] = [];

beforeAll(async () => {
  office = await openOffice();
  const { call } = office;
  await call("PUT", "/settings/campaignsEnabled", { key: "campaignsEnabled", value: "true" });
  await call("POST", "/campaign-settings", { settings: { messageInterval: 0, longerIntervalAfter: 0 } });
  const list = await call<{ id: number }>("POST", "/contact-lists", { name: "Clientes" });
  for (let n = 1; n <= PEOPLE; n += 1) {
    const name = `Cliente ${String(n).padStart(2, "0")}`;
    const number = String(5511966660000 + n);
    phones.push(office.customer(name, number));
    await call("POST", "/contact-list-items", { name, number, email: "", contactListId: list.id });
  }
  owner = await office.desk(OWNER);
  page = owner.page;
}, 60_000);
afterAll(async () => {
  await office?.close();
});

const step = steps(() => office?.browser);
const textsOn = (phone: Phone) => phone.inbox.map(({ content }) => textOf(content));
const served = () => phones.filter((phone) => phone.inbox.length > 0).length;

step("a campaign is written in three steps, and its preview shows a real contact's data", async () => {
  await page.goto(`${office.url}/campaigns`);
  await page.getByRole("button", { name: "Nova campanha" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Nova campanha" });
  await dialog.getByRole("textbox", { name: /^Nome/ }).fill("Bolo da semana");
  await dialog.getByRole("button", { name: /Lista de contatos/ }).click();
  await page.getByRole("option", { name: /Clientes/ }).click();
  await dialog.getByText(`${PEOPLE} destinatários`).waitFor();
  await dialog.getByRole("button", { name: "Próximo" }).click();
  await dialog.getByLabel("Mensagem 1", { exact: true }).fill("Oi {primeiro_nome}, tem bolo hoje!");
  await dialog.getByRole("tab", { name: "Msg. 2" }).click();
  await dialog.getByLabel("Mensagem 2", { exact: true }).fill("{nome}, venha provar o bolo de hoje");
  await dialog.getByText(/^Cliente \d\d, venha provar o bolo de hoje$/).waitFor();
  await dialog.getByRole("button", { name: "Próximo" }).click();
  await dialog.getByRole("button", { name: "Começar agora" }).click();
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await owner.toast("Campanha salva com sucesso").waitFor();
});

step("the report of a campaign follows the sending live", async () => {
  await page.getByRole("button", { name: "Relatório de Bolo da semana" }).click();
  await page.getByRole("heading", { level: 1, name: "Relatório da campanha Bolo da semana" }).waitFor();
  await page.getByText("Em Andamento", { exact: true }).waitFor();
  await page.getByText(new RegExp(`^[1-9]\\d* de ${PEOPLE} contatos válidos$`)).waitFor();
  await eventually(async () => served() >= STOP_AT || undefined, "some phones that rang");
});

step("a stopped campaign sends at most the message in progress", async () => {
  const before = served();
  await page.getByRole("button", { name: "Cancelar envios" }).click();
  await owner.toast("Campanha cancelada com sucesso").waitFor();
  const atStop = served();
  // Longer than two intervals: no further message may arrive.
  await Bun.sleep(3500);
  expect(served()).toBeLessThanOrEqual(atStop + 1);
  expect(served()).toBeGreaterThanOrEqual(before);
  expect(served()).toBeLessThan(PEOPLE);
});

step(
  "a restarted campaign sends to the remaining recipients only and ends; each phone has it once",
  async () => {
    await page.getByRole("button", { name: "Reiniciar envios" }).click();
    await owner.toast("Campanha reiniciada com sucesso").waitFor();
    await page.getByText("Finalizada", { exact: true }).waitFor({ timeout: REST_MS });
    await page.getByText(`${PEOPLE} de ${PEOPLE} contatos válidos`).waitFor();
    const texts = phones.map(textsOn);
    expect(texts.map(({ length }) => length)).toEqual(phones.map(() => 1));
    expect(texts[0]).toEqual(["Oi Cliente, tem bolo hoje!"]);
    expect(texts[1]).toEqual(["Cliente 02, venha provar o bolo de hoje"]);
  },
  REST_MS + 15_000,
);

step(
  "an answer is counted and marked as such in its conversation, and so is the campaign's message",
  async () => {
    const [first] = phones;
    await first?.send.text(office.world.shop, "Quero dois!");
    await page.getByText("Respondida", { exact: true }).first().waitFor();
    await page.getByRole("link", { name: "Abrir a conversa com Cliente 01" }).click();
    await owner.message("tem bolo hoje").getByText("Campanha", { exact: true }).waitFor();
    await owner.message("Quero dois!").getByText("Resposta à campanha").waitFor();
    expect(owner.problems.unexpected()).toEqual([]);
  },
);
