import { afterAll, beforeAll, expect } from "bun:test";
import { OPENAI_KEY, type OpenAiSimulator, startOpenAi } from "#simulator/openai/server.ts";
import type { ChatMessage } from "#simulator/phones/chat-message.ts";
import { textOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, type Office, OWNER, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** An AI answers a customer, the customer asks for a person, and the attendant who accepts reads the summary. */
const CUSTOMER = "Marina Ribeiro";
const PROMPT = "Balconista virtual";

let openai: OpenAiSimulator;
let office: Office;
let owner: Desk;
let ana: Desk;
let marina: Phone;

beforeAll(async () => {
  openai = startOpenAi();
  office = await openOffice({ ALLOW_PRIVATE_URLS: "true" });
  marina = office.customer(CUSTOMER);
  [owner, ana] = await Promise.all([office.desk(OWNER), office.desk(ANA)]);
}, 60_000);
afterAll(async () => {
  await office?.close();
  await openai?.stop();
});
const step = steps(() => office?.browser);

/** Sends a text from the phone; returns the answer. */
async function ask(text: string, expected: string): Promise<string> {
  await marina.send.text(office.world.shop, text);
  const isAnswer = (message: ChatMessage) => textOf(message.content).includes(expected);
  // The AI first waits for further messages of the customer.
  const { content } = await marina.received(isAnswer, 15_000);
  return textOf(content);
}

step("an admin creates a prompt, and the page says that it has no queue", async () => {
  const { page } = owner;
  await page.goto(`${office.url}/prompts`);
  await owner.button("Adicionar prompt").click();
  const dialog = page.getByRole("dialog", { name: "Adicionar prompt" });
  await dialog.getByRole("textbox", { name: /^Nome/ }).fill(PROMPT);
  await dialog.getByLabel("Chave de API").fill(OPENAI_KEY);
  await dialog
    .getByRole("textbox", { name: "Prompt", exact: true })
    .fill("Você atende a Padaria Aurora. Vendemos pães e bolos.");
  await dialog.getByLabel("Endereço").fill(openai.url);
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await dialog.getByText("Informe o setor").waitFor();
  await dialog.getByRole("button", { name: /Escolha a fila/ }).click();
  await page.getByRole("option", { name: "Vendas" }).click();
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await owner.toast("Prompt salvo com sucesso!").waitFor();
  await page.getByRole("table", { name: "Prompts" }).getByText(PROMPT).waitFor();
});

step("the admin tests the prompt on the bench, which sends nothing", async () => {
  const { page } = owner;
  await owner.button(`Testar ${PROMPT}`).click();
  const bench = page.getByRole("dialog", { name: `Testar ${PROMPT}` });
  await bench.getByLabel("Mensagem do cliente").fill("Que horas vocês abrem?");
  await bench.getByLabel("Mensagem do cliente").press("Enter");
  await bench.getByText("Atendemos de segunda a sábado, das 8h às 18h.").waitFor();
  await bench.getByLabel("Mensagem do cliente").fill("Quero falar com uma pessoa");
  await bench.getByLabel("Mensagem do cliente").press("Enter");
  await bench.getByText("Passaria para uma pessoa").waitFor();
  await page.keyboard.press("Escape");
  await bench.waitFor({ state: "detached" });
});

step("the admin assigns the prompt to the customers' queue", async () => {
  const { page } = owner;
  await page.goto(`${office.url}/queues`);
  await owner.button("Editar Vendas").click();
  const dialog = page.getByRole("dialog", { name: "Editar fila" });
  await dialog.getByRole("button", { name: /Prompt/ }).click();
  await page.getByRole("option", { name: PROMPT }).click();
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await owner.toast("Fila salva com sucesso.").waitFor();
});

step("a customer's message is answered by the prompt", async () => {
  await ana.tab("Aguardando").click();
  expect(await ask("Oi! Que horas vocês abrem?", "8h")).toBe("Atendemos de segunda a sábado, das 8h às 18h.");
  await ana.row(CUSTOMER).getByText("Chatbot", { exact: true }).waitFor();
});

step("a customer who asks for a person waits for one", async () => {
  await ask("Quero falar com uma pessoa", "equipe");
  await ana.row(CUSTOMER).getByText("Chatbot", { exact: true }).waitFor({ state: "detached" });
});

step("the accepting attendant reads the summary and the customer's messages", async () => {
  await ana.press("Aceitar", CUSTOMER);
  await ana.room(CUSTOMER).waitFor();
  await ana.conversation.getByText("A IA passou para uma pessoa").waitFor();
  await ana.conversation.getByText(/Resumo da conversa com a IA/).waitFor();
  await ana.conversation.getByText(/O cliente escreveu: Oi! Que horas vocês abrem\?/).waitFor();
  await ana.send(CUSTOMER, "Oi, Marina, sou a Ana.");
  await marina.received((message) => textOf(message.content).includes("sou a Ana"));
});

step("the AI suggests text, which is only put into the composer", async () => {
  await ana.button("Ajuda da IA").click();
  await ana.page.getByRole("menuitem", { name: "Sugerir resposta" }).click();
  await ana.toast("Texto da IA no campo.").waitFor();
  expect(await ana.input(CUSTOMER).inputValue()).toStartWith("Olá! Obrigado por escrever.");
  await ana.button("Ajuda da IA").click();
  await ana.page.getByRole("menuitem", { name: "Resumir a conversa" }).click();
  await ana.page
    .getByRole("dialog")
    .getByText(/O cliente escreveu/)
    .waitFor();
  await ana.page.keyboard.press("Escape");
  const heard = marina.chats.all().filter(({ content }) => textOf(content).startsWith("Olá! Obrigado"));
  expect(heard).toEqual([]);
});

step("an admin reads the trace of every AI answer in the ticket", async () => {
  await owner.page.goto(ana.page.url());
  await owner.button("Ajuda da IA").click();
  await owner.page.getByRole("menuitem", { name: "Histórico da IA" }).click();
  const trace = owner.page.getByRole("dialog", { name: "Histórico da IA" });
  await trace.getByText("Passou para uma pessoa", { exact: true }).waitFor();
  await trace.locator("summary", { hasText: "Instruções" }).last().click();
  await trace
    .getByText(/Padaria Aurora/)
    .last()
    .waitFor();
  expect(office.browser.problems()).toEqual(
    Object.fromEntries(Object.keys(office.browser.problems()).map((name) => [name, []])),
  );
});
