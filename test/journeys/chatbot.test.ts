import { afterAll, beforeAll, expect } from "bun:test";
import { textOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, CAIO, type Office, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** The bot: its menu and option tree on the customer's phone, the chosen queue, and the text outside opening hours. */
const CUSTOMER = "Marina Ribeiro";
const LATE = "Tiago Ferreira";
const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

let office: Office;
let ana: Desk;
let caio: Desk;
let marina: Phone;

beforeAll(async () => {
  office = await openOffice();
  const { call, queues, connectionId } = office;
  await call("PUT", `/whatsapp/${connectionId}`, {
    queueIds: [queues.vendas, queues.suporte],
    greetingMessage: "{{ms}}, {{firstName}}! Sobre o que vamos falar?",
    outOfHoursMessage: "Abrimos amanhã às 8h.",
  });
  await call("PUT", `/queue/${queues.suporte}`, { greetingMessage: "Suporte técnico:" });
  const option = (title: string, message: string, parentId = -1) =>
    call<{ id: number }>("POST", "/queue-options", { queueId: queues.suporte, parentId, title, message });
  const slow = await option("Internet lenta", "Onde ela está lenta?");
  await option("Conta", "Já mandamos a segunda via.");
  await option("No celular", "Reinicie o Wi-Fi. Já vem gente ajudar.", slow.id);
  await option("Em tudo", "Vamos olhar daqui.", slow.id);
  marina = office.customer(CUSTOMER);
  [ana, caio] = await Promise.all([office.desk(ANA), office.desk(CAIO)]);
}, 60_000);
afterAll(async () => {
  await office?.close();
});

const step = steps(() => office?.browser);

/** All messages that a phone received from others. */
const heard = (phone: Phone): string[] =>
  phone.chats
    .all()
    .filter(({ fromMe }) => !fromMe)
    .map(({ content }) => textOf(content));

/** Sends a text from the phone; returns the bot's answer. */
async function ask(phone: Phone, text: string, expected: string): Promise<string> {
  await phone.send.text(office.world.shop, text);
  const { content } = await phone.received((message) => textOf(message.content).includes(expected));
  return textOf(content);
}

step("a customer's first message gets the menu on the phone", async () => {
  const menu = await ask(marina, "Oi, tudo bem?", "*1*");
  expect(menu).toMatch(/, Marina! Sobre o que vamos falar\?\n\n\*1\* - Vendas\n\*2\* - Suporte$/);
});

step("a number chooses the queue and its options, one level at a time", async () => {
  expect(await ask(marina, "2", "Suporte técnico")).toBe(
    "Suporte técnico:\n\n*1* - Internet lenta\n*2* - Conta\n*#* - Menu inicial",
  );
  expect(await ask(marina, "internet lenta", "Onde ela")).toBe(
    "Onde ela está lenta?\n\n*1* - No celular\n*2* - Em tudo\n*0* - Voltar\n*#* - Menu inicial",
  );
});

step("a ticket shows that the bot is answering", async () => {
  await caio.tab("Aguardando").click();
  await caio.row(CUSTOMER).getByText("Chatbot", { exact: true }).waitFor();
});

step("the end of a branch leaves the ticket waiting in that queue for its attendants only", async () => {
  expect(await ask(marina, "1", "Reinicie")).toBe("Reinicie o Wi-Fi. Já vem gente ajudar.");
  await caio.row(CUSTOMER).getByText("Chatbot", { exact: true }).waitFor({ state: "detached" });
  await ana.tab("Aguardando").click();
  await ana.list.getByText("Ninguém aguardando").waitFor();
  expect(await ana.row(CUSTOMER).count()).toBe(0);
});

step("the accepting attendant reads which options the customer chose, and the bot stays silent", async () => {
  await caio.press("Aceitar", CUSTOMER);
  await caio.room(CUSTOMER).waitFor();
  await caio.conversation.getByText("Entrou na fila Suporte").waitFor();
  await caio.message("Onde ela está lenta?").waitFor();
  await marina.send.text(office.world.shop, "2");
  await caio.message(/^2/).last().waitFor();
  await caio.send(CUSTOMER, "Oi, Marina, sou o Caio.");
  await marina.received((message) => textOf(message.content).includes("sou o Caio"));
  expect(heard(marina).filter((text) => text.includes("Vamos olhar"))).toEqual([]);
});

step("outside opening hours the absence message is sent once and the ticket waits", async () => {
  const closed = DAYS.map((weekdayEn) => ({ weekdayEn, startTime: "00:00", endTime: "00:00" }));
  await office.call("PUT", "/companies/1/schedules", { schedules: closed });
  await office.call("PUT", "/settings/scheduleType", { key: "scheduleType", value: "company" });
  const tiago = office.customer(LATE);
  expect(await ask(tiago, "Boa noite!", "Abrimos")).toBe("Abrimos amanhã às 8h.");
  await tiago.send.text(office.world.shop, "1");
  const tickets = async () =>
    (
      await office.call<{
        tickets: { contact: { name: string }; lastMessage: string; status: string; queueId: number | null }[];
      }>("GET", "/tickets?status=pending&showAll=true")
    ).tickets.find(({ contact }) => contact.name === LATE);
  while ((await tickets())?.lastMessage !== "1") await Bun.sleep(50);
  expect(await tickets()).toMatchObject({ status: "pending", queueId: null });
  expect(heard(tiago)).toEqual(["Abrimos amanhã às 8h."]);
});
