import { afterAll, beforeAll, expect } from "bun:test";
import type { Page } from "playwright-core";
import type { ServerHere } from "#test/helpers/server-here.ts";
import { expectNoBarriers } from "./helpers/accessibility.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, type Office, openOfficeOfTime } from "./helpers/office.ts";
import { signedIn } from "./helpers/signed-in.ts";
import { steps } from "./helpers/steps.ts";

/** A first response promised in ten minutes: its warning reaches the attendant, its miss the supervisor, too, and the report. */
const MINUTE = 60_000;
const CUSTOMER = "Marina Ribeiro";
const LIA = { name: "Lia Prado", email: "lia@example.com", password: "segredo-da-lia" };

let office: Office<ServerHere>;
let ana: Desk;
let lia: Page;

beforeAll(async () => {
  office = await openOfficeOfTime();
  await office.call("POST", "/users", { ...LIA, profile: "supervisor", queueIds: [office.queues.vendas] });
  await office.call("POST", "/sla-policies", { name: "Clientes", hours: "clock", firstMinutes: 10 });
  const storageState = await signedIn(office.url, LIA);
  const visitor = await office.browser.visitor(LIA.name, { storageState });
  lia = visitor.page;
  ana = await office.desk(ANA);
  await lia.goto(`${office.url}/reports?tab=sla`);
  await ana.tab("Aguardando").click();
  await office.customer(CUSTOMER).send.text(office.world.shop, "Bom dia, vocês entregam hoje?");
  await ana.press("Aceitar", CUSTOMER);
  await ana.room(CUSTOMER).waitFor();
}, 60_000);
afterAll(async () => {
  await office?.close();
});

const step = steps(() => office?.browser);
const later = (minutes: number) => office.world.server.later(minutes * MINUTE, "sla-due");
/** The words of the bell about the customer's promised time. */
async function bell(page: Page): Promise<string[]> {
  await page.getByRole("button", { name: /^Notificações/ }).click();
  const list = page.getByRole("region", { name: "Para você" });
  const words = list.getByText(/^O prazo de/);
  await words
    .first()
    .waitFor({ timeout: 3_000 })
    .catch(() => undefined);
  const found = await words.allTextContents();
  await page.keyboard.press("Escape");
  return found;
}

step("the warning reaches the attendant alone, and the chip shows the clock", async () => {
  await later(8);
  expect(await bell(ana.page)).toEqual([`O prazo de ${CUSTOMER} está acabando: primeira resposta`]);
  await ana
    .room(CUSTOMER)
    .getByRole("button", { name: /^Primeira resposta/ })
    .click();
  const clocks = ana.page.getByRole("dialog", { name: "Prazos do atendimento" });
  await clocks.getByText("Vence em breve").waitFor();
  await clocks.getByText("8 min", { exact: true }).waitFor();
  await expectNoBarriers(ana.page, "clocks of a ticket");
  await ana.page.keyboard.press("Escape");
});

step("the miss reaches the attendant and the supervisor, and is in the report with its ticket", async () => {
  await later(2);
  expect(await bell(lia)).toEqual([`O prazo de ${CUSTOMER} passou: primeira resposta`]);
  expect((await bell(ana.page))[0]).toBe(`O prazo de ${CUSTOMER} passou: primeira resposta`);
  await lia.reload();
  await lia.getByRole("button", { name: /^Atrasados: 1, Clientes, Primeira resposta/ }).click();
  await lia.getByRole("dialog").getByRole("link", { name: CUSTOMER }).waitFor();
});
