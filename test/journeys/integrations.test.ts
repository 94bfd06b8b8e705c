import { afterAll, beforeAll, expect } from "bun:test";
import { type HookServer, startHook } from "#simulator/hook/server.ts";
import { IXC_TOKEN, startIxc } from "#simulator/ixc/server.ts";
import { textOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import {
  ask as asks,
  choices,
  SLUG,
  startTypebot,
  type TypebotSimulator,
  text,
} from "#simulator/typebot/server.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, type Office, openOffice, type Staff } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** A flow of Typebot and one of n8n answer customers on their phones, and pass them to Ana. */
const MARINA = "Marina Ribeiro";
/** An admin with their own computer. */
const DORA: Staff = { name: "Dora Luz", email: "dora@example.com", password: "segredo-da-dora" };
const TIAGO = "Tiago Ferreira";

let office: Office;
let owner: Desk;
let ana: Desk;
let typebot: TypebotSimulator;
let n8n: HookServer;

beforeAll(async () => {
  typebot = startTypebot();
  n8n = startHook();
  office = await openOffice({ ALLOW_PRIVATE_URLS: "true" });
  const { queues, connectionId, call } = office;
  await call("PUT", `/whatsapp/${connectionId}`, {
    queueIds: [queues.vendas, queues.suporte],
    greetingMessage: "Com quem você quer falar?",
  });
  await call("POST", "/users", { ...DORA, profile: "admin", queueIds: [] });
  typebot.flow = (answers) => {
    if (answers.length === 0)
      return { messages: [text("Olá! O que você procura?")], input: choices("menu", "Bolos", "Pães") };
    if (answers.length === 1)
      return { messages: [text(`Para quantas pessoas são os ${answers[0]}?`)], input: asks("pessoas") };
    return { messages: [text("Vou chamar alguém."), text(`#{"queueId": ${queues.vendas}}`)] };
  };
  n8n.answer = ({ body }) =>
    body.message?.body === "humano"
      ? { commands: [{ note: { text: "Pediu uma pessoa" } }, { transferQueue: { queueId: queues.vendas } }] }
      : { commands: [{ say: { text: `O n8n ouviu: ${body.message?.body}` } }] };
  [owner, ana] = await Promise.all([office.desk(DORA), office.desk(ANA)]);
}, 60_000);
afterAll(async () => {
  await office?.close();
  await typebot?.stop();
  await n8n?.stop();
});

const step = steps(() => office?.browser);

async function say(phone: Phone, words: string, expected: string): Promise<string> {
  await phone.send.text(office.world.shop, words);
  const { content } = await phone.received((message) => textOf(message.content).includes(expected));
  return textOf(content);
}

/** Fills the dialog of a new integration and saves it. */
async function add(type: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const { page } = owner;
  await page.getByRole("button", { name: "Nova integração" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /Tipo/ }).click();
  await page.getByRole("option", { name: type }).click();
  for (const [label, value] of Object.entries(fields))
    await dialog.getByRole("textbox", { name: label }).fill(value);
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await owner.toast("Integração adicionada com sucesso.").waitFor();
  // The toast of the previous integration may still be on screen.
  await dialog.waitFor({ state: "detached" });
}

step("the admin adds a Typebot flow and an n8n flow, whose secret is shown once", async () => {
  const { page } = owner;
  await page.goto(`${office.url}/queue-integration`);
  await page.getByText("Nenhuma integração ainda").waitFor();
  await add("Typebot", {
    Nome: "Robô da padaria",
    "Endereço do Typebot": typebot.url,
    "Slug do Typebot": SLUG,
    "Intervalo entre mensagens (ms)": "0",
  });
  await page.getByText("Robô da padaria").waitFor();
  await add("n8n", { Nome: "Fluxo n8n", URL: n8n.url });
  await page
    .getByRole("alertdialog")
    .getByText(/^whsec_/)
    .waitFor();
  await page.getByRole("button", { name: "Fechar" }).last().click();
  await page.getByRole("button", { name: "Testar Robô da padaria" }).click();
  await page.getByRole("dialog").getByText("Olá! O que você procura?").waitFor();
  await page.keyboard.press("Escape");
});

const employ = async (name: string): Promise<void> => {
  const page = await office.call<{ queueIntegrations: { id: number; name: string }[] }>(
    "GET",
    "/queueIntegration",
  );
  const id = page.queueIntegrations.find((known) => known.name === name)?.id;
  await office.call("PUT", `/whatsapp/${office.connectionId}`, { integrationId: id });
};

step("the Typebot flow asks on the phone, reads a number and hands over to a queue", async () => {
  await employ("Robô da padaria");
  const marina = office.customer(MARINA);
  await say(marina, "Oi", "O que você procura?");
  await marina.received((message) => textOf(message.content) === "*1* - Bolos\n*2* - Pães");
  expect(await say(marina, "1", "Para quantas")).toBe("Para quantas pessoas são os Bolos?");
  await say(marina, "12", "Vou chamar alguém.");
  await ana.tab("Aguardando").click();
  await ana.row(MARINA).waitFor();
  await ana.press("Aceitar", MARINA);
  await ana.room(MARINA).waitFor();
  await ana.send(MARINA, "Oi, Marina! Aqui é a Ana.");
  await marina.received((message) => textOf(message.content).includes("Aqui é a Ana"));
  const told = typebot.calls.length;
  await marina.send.text(office.world.shop, "Oi, Ana!");
  await ana.message("Oi, Ana!").waitFor();
  expect(typebot.calls).toHaveLength(told);
});

step("the n8n flow answers and hands over with a note", async () => {
  await employ("Fluxo n8n");
  const tiago = office.customer(TIAGO);
  expect(await say(tiago, "Bom dia", "O n8n ouviu")).toBe("O n8n ouviu: Bom dia");
  await tiago.send.text(office.world.shop, "humano");
  await ana.tab("Aguardando").click();
  await ana.row(TIAGO).waitFor();
  await ana.press("Aceitar", TIAGO);
  await ana.page.getByText("Pediu uma pessoa").first().waitFor();
});

step(
  "a billing bot looks up a bill and sends it with its Pix; attendants do not see the document number",
  async () => {
    const ixc = startIxc();
    ixc.customers.push({ id: "1", razao: "TIAGO FERREIRA", cnpj_cpf: "529.982.247-25" });
    ixc.bills.push({
      ...{ id: "9", id_cliente: "1", status: "A", data_vencimento: "2026-12-10", valor: "99.90" },
      ...{ linha_digitavel: "00190.5009", gateway_link: "https://boletos.example.com/9", pix: "00020126pix" },
    });
    for (const [key, value] of Object.entries({ ipixc: ixc.url, tokenixc: IXC_TOKEN }))
      await office.call("PUT", `/settings/${key}`, { value });
    await add("Consulta de faturas", { Nome: "Faturas" });
    await employ("Faturas");
    const person = office.world.network.addPerson({ number: "5511977001122", name: "Bruno Sá" });
    await say(person, "Oi", "CPF ou CNPJ");
    expect(await say(person, "529.982.247-25", "Fatura 1 de 1")).toContain("Linha digitável: 00190.5009");
    await person.received((message) => textOf(message.content) === "00020126pix");
    await person.received(
      ({ content }) => content.imageMessage?.caption?.startsWith("Pix da fatura") === true,
    );
    await ixc.stop();
  },
);

step("the log shows requests and responses of a delivery, which can be repeated", async () => {
  const { page } = owner;
  await page.getByRole("button", { name: "Entregas de Fluxo n8n" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("message.created").first().click();
  await dialog.getByText("Entregue").first().waitFor();
  await dialog.getByRole("button", { name: "Reenviar" }).first().click();
  await owner.toast("Será enviado de novo agora.").waitFor();
  await expectCalls(3);
  await page.keyboard.press("Escape");
});

async function expectCalls(count: number): Promise<void> {
  for (let tries = 0; n8n.calls.length < count && tries < 100; tries += 1) await Bun.sleep(50);
  expect(n8n.calls).toHaveLength(count);
}
