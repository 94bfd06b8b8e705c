import { afterAll, beforeAll, expect } from "bun:test";
import { textOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { waitConnected } from "#test/helpers/whatsapp-world.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, type Office, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** A scheduled message is sent once at its time, also when the server was down at that moment. */
const CUSTOMER = "Marina Ribeiro";
const TEXT = "Marina, seu pedido já pode ser retirado";
const OFFLINE = "sem conexão, reconectando…";

let office: Office;
let ana: Desk;
let marina: Phone;
let dueAt = 0;

beforeAll(async () => {
  office = await openOffice();
  marina = office.customer(CUSTOMER);
  ana = await office.desk(ANA);
  ana.problems.allow(/net::ERR_|WebSocket connection to .* failed/);
}, 60_000);
afterAll(async () => {
  await office?.close();
});

const step = steps(() => office?.browser);
const received = () => marina.inbox.filter(({ content }) => textOf(content).includes("já pode ser retirado"));
/** The local time of São Paulo in the format of the date field. */
const onTheWall = (at: number) =>
  new Date(at).toLocaleString("sv-SE", { timeZone: "America/Sao_Paulo" }).replace(" ", "T");

step("a text in the composer is scheduled with its contact and connection", async () => {
  await marina.send.text(office.world.shop, "Fica pronto hoje?");
  await ana.tab("Aguardando").click();
  await ana.press("Aceitar", CUSTOMER);
  await ana.input(CUSTOMER).fill("{{firstName}}, seu pedido já pode ser retirado");
  await ana.button("Agendar").click();
  const dialog = ana.page.getByRole("dialog", { name: "Nova mensagem agendada" });
  await dialog.getByText(TEXT).waitFor();
  expect(await dialog.getByRole("combobox", { name: "Contato" }).inputValue()).toBe(CUSTOMER);
  await dialog.getByRole("button", { name: /Loja Centro/ }).waitFor();
  dueAt = Math.ceil(Date.now() / 1000) * 1000 + 5000;
  await dialog.getByLabel("Data e hora do envio").fill(onTheWall(dueAt));
  await dialog.getByRole("button", { name: "Agendar", exact: true }).click();
  await ana.toast("Agendamento salvo com sucesso.").waitFor();
  expect(await ana.input(CUSTOMER).inputValue()).toBe("");
});

step("a message due while the server is down is sent exactly once after its restart", async () => {
  await office.world.server.kill();
  expect(Date.now()).toBeLessThan(dueAt);
  await ana.page.getByText(OFFLINE).waitFor();
  await Bun.sleep(Math.max(0, dueAt + 1000 - Date.now()));
  expect(received()).toEqual([]);
  await office.world.server.start();
  await office.world.server.signIn();
  await waitConnected(office.world.server, office.connectionId);
  await marina.received(({ content }) => textOf(content) === TEXT, 15_000);
  await ana.page.getByText(OFFLINE).waitFor({ state: "detached" });
  await ana.message(TEXT).getByText("Agendada").waitFor();
});

step("the page of scheduled messages shows the message as sent", async () => {
  await ana.page.getByRole("link", { name: "Agendamentos" }).click();
  const row = ana.page.getByRole("row").filter({ hasText: CUSTOMER });
  await row.getByText("Enviada", { exact: true }).waitFor();
  await row.getByRole("button", { name: `Ver o agendamento de ${CUSTOMER}` }).click();
  const dialog = ana.page.getByRole("dialog", { name: "Mensagem enviada" });
  await dialog.getByText(/^Enviada em /).waitFor();
  expect(await dialog.getByRole("button", { name: /^(Salvar|Agendar)$/ }).count()).toBe(0);
  expect(received()).toHaveLength(1);
  expect(office.browser.problems()).toEqual({ [ANA.name]: [] });
});
