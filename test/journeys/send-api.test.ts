import { afterAll, beforeAll, expect } from "bun:test";
import { kindOf, textOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { barriers } from "./helpers/accessibility.ts";
import type { Desk } from "./helpers/desk.ts";
import { type Office, OWNER, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** An admin tries the send API on its own page, and the messages arrive at a phone. */
const TOKEN = "kV7mQ2xN9pR4tW8zB3cF6hJ5dG1sL0aE";
const NUMBER = "5511966660009";

let office: Office;
let admin: Desk;
let phone: Phone;

beforeAll(async () => {
  office = await openOffice();
  phone = office.customer("Dora Nunes", NUMBER);
  await office.call("PUT", `/whatsapp/${office.connectionId}`, { token: TOKEN });
  admin = await office.desk(OWNER);
}, 60_000);
afterAll(async () => {
  await office?.close();
});

const step = steps(() => office?.browser);
const form = (name: string) => admin.page.getByRole("form", { name });

step("the API page describes the calls as the server does", async () => {
  const { page } = admin;
  await page.goto(`${office.url}/messages-api`);
  await page.getByRole("heading", { name: "API de mensagens" }).waitFor();
  const call = page.getByRole("region", { name: "Enviar mensagem" });
  await call.getByText(`${office.url}/api/messages/send`, { exact: true }).waitFor();
  await call.getByText("ERR_INVALID_API_TOKEN").waitFor({ state: "attached" });
  await page.getByText("Nenhuma mensagem pela API ainda").waitFor();
  expect(await barriers(page)).toEqual([]);
});

step("a wrong token is shown in the form and signs no user out", async () => {
  const { page } = admin;
  admin.problems.allow(/401/);
  const text = form("Mensagem de texto");
  await text.getByLabel(/^Token da conexão/).fill("errado");
  await text.getByLabel(/^Número/).fill(NUMBER);
  await text.getByLabel(/^Mensagem/).fill("Seu pedido saiu para entrega");
  await text.getByRole("button", { name: "Enviar", exact: true }).click();
  await text.getByRole("alert").getByText("HTTP 401").waitFor();
  await text.getByText("ERR_INVALID_API_TOKEN").waitFor();
  expect(new URL(page.url()).pathname).toBe("/messages-api");
  expect(await barriers(page)).toEqual([]);
});

step("a text sent with the connection's token arrives", async () => {
  const text = form("Mensagem de texto");
  await text.getByLabel(/^Token da conexão/).fill(TOKEN);
  await text.getByRole("button", { name: "Enviar", exact: true }).click();
  await admin.toast("Mensagem enviada com sucesso.").waitFor();
  await text.getByText('"status": "queued"').waitFor();
  await phone.received(({ content }) => textOf(content) === "Seu pedido saiu para entrega", 15_000);
});

step("a file sent with the connection's token arrives with its caption", async () => {
  const { page } = admin;
  await page.getByRole("tab", { name: "Arquivos", exact: true }).click();
  const media = form("Mensagem com arquivos");
  await media.getByLabel("Legenda").fill("Segue o recibo");
  await media.locator('input[type="file"]').setInputFiles({
    name: "recibo.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.4\n%%EOF\n"),
  });
  await media.getByText("recibo.pdf").waitFor();
  await media.getByRole("button", { name: "Enviar", exact: true }).click();
  await media.getByText('"status": "queued"').waitFor();
  const file = await phone.received(({ content }) => textOf(content).includes("Segue o recibo"), 15_000);
  expect(kindOf(file.content)).toBe("document");
});

step("the history shows both messages and opens the conversation", async () => {
  const { page } = admin;
  const history = page.getByRole("region", { name: "Últimas mensagens enviadas" });
  await history.getByText("Segue o recibo").waitFor();
  await history.getByText("Seu pedido saiu para entrega").waitFor();
  expect(await barriers(page)).toEqual([]);
});
