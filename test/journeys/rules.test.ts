import { afterAll, beforeAll, expect } from "bun:test";
import type { Page } from "playwright-core";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { type Office, openOffice } from "./helpers/office.ts";
import { signedIn } from "./helpers/signed-in.ts";
import { steps } from "./helpers/steps.ts";

/** An admin writes a rule from a template, simulates it, switches it on, and reads in its log why it ran. */
const CUSTOMER = "Marina Ribeiro";
/** The owner's session belongs to `office.call`. */
const CHIEF = { name: "Lia Prado", email: "lia@example.com", password: "segredo-da-lia" };

let office: Office;
let page: Page;

beforeAll(async () => {
  office = await openOffice();
  await office.call("PUT", `/whatsapp/${office.connectionId}`, {
    queueIds: [office.queues.vendas, office.queues.suporte],
    greetingMessage: "Sobre o que vamos falar?",
  });
  await office.customer("Rui Melo").send.text(office.world.shop, "Perdi o boleto");
  await office.call("POST", "/users", { ...CHIEF, profile: "admin", queueIds: [] });
  const storageState = await signedIn(office.url, CHIEF);
  ({ page } = await office.browser.visitor(CHIEF.name, { storageState }));
  await page.goto(`${office.url}/automation?tab=rules`);
}, 60_000);
afterAll(async () => {
  await office?.close();
});

const step = steps(() => office?.browser);

step("a template becomes a rule that moves a word to its queue", async () => {
  await page.getByRole("button", { name: /Palavra-chave para a fila/ }).click();
  const dialog = page.getByRole("dialog", { name: "Nova regra" });
  await dialog.getByRole("button", { name: /^Fila|Fila$/ }).click();
  await page.getByRole("option", { name: "Suporte" }).click();
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await page.getByRole("listitem", { name: /^Regra Palavra-chave para a fila/ }).waitFor();
});

step("the rule is simulated with what customers wrote before it is switched on", async () => {
  await page.getByRole("switch", { name: /^Ligar Palavra-chave/ }).click({ force: true });
  const dialog = page.getByRole("dialog", { name: /^Simular/ });
  await dialog.getByText("Teria executado em 1 de 1 atendimentos").waitFor();
  await dialog.getByText(/encontrado: Perdi o boleto/).waitFor();
  await dialog.getByRole("button", { name: "Ligar regra" }).click();
  await page.getByRole("switch", { name: /^Ligar Palavra-chave/, checked: true }).waitFor();
});

step("a message that matches goes to the queue without a menu, and the log says why", async () => {
  const marina = office.customer(CUSTOMER);
  await marina.send.text(office.world.shop, "Bom dia, cadê meu boleto?");
  const { rules } = await office.call<{ rules: { id: number }[] }>("GET", "/rules");
  await eventually(async () => {
    const { count } = await office.call<{ count: number }>(
      "GET",
      `/rules/${rules[0]?.id}/runs?outcome=fired`,
    );
    return count > 0 || undefined;
  }, "the run of the rule");
  await page.getByRole("button", { name: /^Histórico de Palavra-chave/ }).click();
  const log = page.getByRole("dialog", { name: /^Histórico de execuções/ });
  await log.getByText(/encontrado: Bom dia, cadê meu boleto\?/).waitFor();
  await log.getByRole("link", { name: `Abrir atendimento de ${CUSTOMER}` }).waitFor();
  const { tickets } = await office.call<{ tickets: { queueId: number; contact: { name: string } }[] }>(
    "GET",
    "/tickets?status=pending&showAll=true",
  );
  expect(tickets.find(({ contact }) => contact.name === CUSTOMER)?.queueId).toBe(office.queues.suporte);
  expect(marina.chats.all().filter(({ fromMe }) => !fromMe)).toEqual([]);
});
