import { afterAll, beforeAll, expect } from "bun:test";
import { textOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { linkConnection } from "#test/helpers/whatsapp-world.ts";
import { expectNoBarriers } from "./helpers/accessibility.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, type Office, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** A customer who writes to two numbers of one company: docs/rules/conversations.md#scope and #quotes. */
const CUSTOMER = "Marina Ribeiro";
const CENTRE = "Loja Centro";
const NORTH = "Loja Norte";

let office: Office;
let ana: Desk;
let marina: Phone;
let northPhone: Phone;
const tickets: Record<string, string> = {};

beforeAll(async () => {
  office = await openOffice();
  northPhone = office.world.network.addPhone({ number: "5511400010002", name: NORTH });
  const id = await linkConnection(office.world, NORTH, northPhone);
  await office.call("PUT", `/whatsapp/${id}`, { queueIds: [office.queues.vendas], sendIntervalMs: 0 });
  marina = office.customer(CUSTOMER);
  ana = await office.desk(ANA);
}, 90_000);
afterAll(async () => {
  await office?.close();
});
const step = steps(() => office?.browser);

const scope = (name: string) =>
  ana.page.getByRole("group", { name: "Mensagens mostradas" }).getByRole("button", { name });
const show = async (connection: string) => {
  await ana.page.goto(tickets[connection] ?? "");
  await ana.room(CUSTOMER).waitFor();
};

step("messages to two numbers open two tickets", async () => {
  await marina.send.text(office.world.shop, "Quero um bolo do centro");
  await ana.tab("Aguardando").click();
  await ana.press("Aceitar", CUSTOMER);
  await ana.message("Quero um bolo do centro").waitFor();
  tickets[CENTRE] = ana.page.url();

  await marina.send.text(northPhone, "E pão da loja norte");
  await ana.page.goto(`${office.url}/tickets?view=waiting`);
  await ana.row(CUSTOMER).getByText(NORTH, { exact: true }).waitFor();
  await ana.press("Aceitar", CUSTOMER);
  await ana.message("E pão da loja norte").waitFor();
  tickets[NORTH] = ana.page.url();
  expect(tickets[NORTH]).not.toBe(tickets[CENTRE]);
});

step("each ticket shows the messages of its own connection, also those that arrive live", async () => {
  expect(await ana.message("bolo do centro").count()).toBe(0);
  await marina.send.text(office.world.shop, "Com morango, por favor");
  await marina.send.text(northPhone, "Integral, por favor");
  await ana.message("Integral, por favor").waitFor();
  expect(await ana.message("Com morango").count()).toBe(0);
  await show(CENTRE);
  await ana.message("Com morango, por favor").waitFor();
  expect(await ana.message("Integral").count()).toBe(0);
  // The attendance on the other number neither ends nor starts here.
  expect(await ana.conversation.getByText("Conversa encerrada").count()).toBe(0);
});

step("an answer is sent by the connection of its ticket", async () => {
  await ana.send(CUSTOMER, "Bolo anotado");
  const got = await marina.received(({ content }) => textOf(content).includes("Bolo anotado"), 15_000);
  expect(got.chat).toBe("5511400010001");
});

step("the whole history contains both tickets, each labelled with its connection", async () => {
  await ana.page.getByText(`Você atende este contato em ${NORTH}`).waitFor();
  await scope("Tudo").click();
  await ana.message("Integral, por favor").waitFor();
  await ana.message("Com morango, por favor").waitFor();
  await ana.conversation.getByText(NORTH).first().waitFor();
  await ana.conversation.getByText(CENTRE).first().waitFor();
  await expectNoBarriers(ana.page, "whole history of two numbers");
});

step("a quote from the other connection is refused with a reason before it is sent", async () => {
  await ana.choose(ana.message("Integral, por favor"), "Responder");
  await ana.toast(`Esta mensagem é de ${NORTH} e não pode ser citada em outra conexão`).waitFor();
  expect(await ana.page.getByRole("button", { name: "Cancelar resposta" }).count()).toBe(0);
  await ana.choose(ana.message("Com morango, por favor"), "Responder");
  await ana.page.getByRole("button", { name: "Cancelar resposta" }).waitFor();
  await ana.send(CUSTOMER, "Com morango, combinado");
  await scope("Só esta conexão").click();
  await ana.message("Integral").waitFor({ state: "detached" });
});

step("the pages report no error during the journey", async () => {
  expect(Object.values(office.browser.problems()).flat()).toEqual([]);
});
