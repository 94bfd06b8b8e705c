import { afterAll, beforeAll, expect } from "bun:test";
import { GRAPH_APP } from "#simulator/graph/app.ts";
import { addNumber, type CloudNumber, cloudOf } from "#simulator/graph/cloud-book.ts";
import { customerOf } from "#simulator/graph/cloud-people.ts";
import { type GraphSimulator, startGraph } from "#simulator/graph/server.ts";
import { barriers } from "./helpers/accessibility.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, type Office, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** An official number is connected by hand; outside its answer window a template brings the customer back. */
const MANAGER = { name: "Gerente", email: "gerente@example.com", password: "segredo-da-gerente" };
const CUSTOMER = "Beatriz Rocha";
const HOUR_MS = 60 * 60_000;
/** Screenshots of the pages, for review. */
const SHOTS = process.env["JOURNEY_SHOTS"];

let graph: GraphSimulator;
let office: Office;
let number: CloudNumber;
let owner: Desk;
let ana: Desk;
let beatriz: ReturnType<typeof customerOf>;

beforeAll(async () => {
  graph = startGraph();
  office = await openOffice({ META_GRAPH_URL: graph.url });
  graph.webhook = `${office.url}/webhooks/meta`;
  number = addNumber(graph.book, "Aurora Oficial");
  beatriz = customerOf(graph, number, { name: CUSTOMER, phone: "5511977776666" });
  await office.call("PUT", "/settings/metaAppSecret", { key: "metaAppSecret", value: GRAPH_APP.secret });
  await office.call("POST", "/users", { ...MANAGER, profile: "admin", queueIds: [] });
  owner = await office.desk(MANAGER);
}, 60_000);
afterAll(async () => {
  await office?.close();
  await graph?.stop();
});

const sentTo = (phone = "") =>
  cloudOf(graph.book)
    .sent.filter(({ to }) => to === phone)
    .map(({ type }) => type);
const step = steps(() => office?.browser);
const picture = async (desk: Desk, name: string) => {
  if (SHOTS) await desk.page.screenshot({ path: `${SHOTS}/${name}.png` });
};

step("an official number is connected by its ids and token", async () => {
  const { page } = owner;
  await page.goto(`${office.url}/connections`);
  await owner.button("Adicionar conexão").click();
  await page.getByRole("menuitem", { name: "WhatsApp oficial" }).click();
  await page.getByLabel("Nome").fill("Oficial");
  await page.getByLabel("Identificação do número de telefone").fill(number.id);
  await page.getByLabel("Identificação da conta do WhatsApp Business").fill(number.businessId);
  await page.getByLabel("Token de acesso").fill("errado");
  await picture(owner, "official-form");
  await owner.button("Conectar").click();
  await page
    .getByRole("alertdialog")
    .or(page.getByRole("alert"))
    .or(page.locator(".toast"))
    .first()
    .waitFor();
  await page.getByLabel("Token de acesso").fill(number.token);
  expect(await barriers(page)).toEqual([]);
  await owner.button("Conectar").click();
  await owner.toast("Número oficial conectado").waitFor();
  const rows = await office.call<{ id: number; provider?: string }[]>("GET", "/whatsapp");
  const id = rows.find(({ provider }) => provider === "cloud")?.id;
  await office.call("PUT", `/whatsapp/${id}`, { queueIds: [office.queues.vendas] });
});

step("the templates of an official number are loaded and a new one is submitted", async () => {
  const { page } = owner;
  await owner.button("Modelos").first().click();
  await owner.button("Sincronizar").click();
  await page.getByText("retomar_conversa").waitFor();
  await picture(owner, "templates");
  expect(await barriers(page)).toEqual([]);
  await owner.button("Novo modelo").click();
  await page.getByLabel("Nome").fill("boas_vindas");
  await page.getByRole("textbox", { name: "Texto" }).fill("Olá {{1}}, seja bem-vinda!");
  await page.getByLabel("Exemplo do valor {{1}}").fill("Ana");
  await picture(owner, "new-template");
  expect(await barriers(page)).toEqual([]);
  await owner.button("Enviar para aprovação").click();
  await page.getByText("boas_vindas").waitFor();
  expect(number.templates.at(-1)).toMatchObject({ name: "boas_vindas", status: "PENDING" });
});

step(
  "the state of an official number is shown, and a ready-made text is taken from Meta's library",
  async () => {
    const { page } = owner;
    await page.goto(`${office.url}/connections`);
    await owner.button("Qualidade e limites").click();
    const state = page.getByRole("dialog", { name: /Qualidade e limites de/ });
    await state
      .getByText(/Pessoas por 24 h/)
      .or(state.getByText("ainda não informou"))
      .first()
      .waitFor();
    await picture(owner, "number-state");
    expect(await barriers(page)).toEqual([]);
    await state.getByRole("button", { name: "Fechar" }).last().click();
    await owner.button("Modelos").first().click();
    await owner.button("Biblioteca da Meta").click();
    await page.getByLabel("Buscar textos prontos").fill("entrega");
    await owner.button("Buscar").click();
    await page.getByText("chega em 12 de março").waitFor();
    await picture(owner, "template-library");
    expect(await barriers(page)).toEqual([]);
    await owner.button("Usar este texto").first().click();
    await page.getByLabel(/Endereço do botão/).fill("https://loja.example/{{1}}");
    await owner.button("Adicionar aos modelos").click();
    await page.getByText("delivery_update_1").waitFor();
  },
);

step("an attendant asks a customer without a phone for it, and is offered the typed number", async () => {
  ana = await office.desk(ANA);
  const nameless = customerOf(graph, number, { name: "Lia", userId: "BR.5551112223AB" });
  nameless.writes("Oi, sem telefone");
  await ana.tab("Aguardando").click();
  await ana.press("Aceitar", "Lia");
  await ana.page.getByText("Oi, sem telefone").last().waitFor();
  await ana.button("Pedir o telefone").click();
  await ana.toast("Pedido enviado na conversa").waitFor();
  nameless.writes("É o 11 97777-1234");
  await ana.page.getByText(/Usar este número\?/).waitFor();
  await picture(ana, "ask-phone");
  expect(await barriers(ana.page)).toEqual([]);
});

step("outside the answer window the composer offers templates instead of text", async () => {
  beatriz.writes("Ainda têm a blusa azul?", { at: Date.now() - 25 * HOUR_MS });
  await ana.tab("Aguardando").click();
  await ana.press("Aceitar", CUSTOMER);
  await ana.page.getByText("A janela de 24 h terminou").waitFor();
  expect(await ana.input(CUSTOMER).count()).toBe(0);
  await picture(ana, "window-closed");
  await ana.button("Escolher modelo").click();
  const dialog = ana.page.getByRole("dialog", { name: "Enviar um modelo" });
  await dialog
    .getByRole("button", { name: /Modelo/ })
    .first()
    .click();
  await ana.page.getByRole("option", { name: /retomar_conversa/ }).click();
  await dialog.getByRole("textbox", { name: "Valor de {{1}}" }).fill("Beatriz");
  await dialog.getByRole("textbox", { name: "Valor de {{2}}" }).fill("a blusa azul");
  await dialog.getByText("Olá Beatriz, podemos continuar o seu atendimento sobre a blusa azul?").waitFor();
  await picture(ana, "template-dialog");
  expect(await barriers(ana.page)).toEqual([]);
  await dialog.getByRole("button", { name: "Enviar modelo" }).click();
  await ana.marked(ana.message("podemos continuar o seu atendimento"), "Recebida").waitFor();
  expect(sentTo(beatriz.phone)).toEqual(["template"]);
});

step("after the customer's answer, free text can be sent for a day", async () => {
  beatriz.writes("Oi! Quero, sim.");
  await ana.page.getByRole("button", { name: /Janela de 24 h: restam 2[34] h/ }).waitFor();
  await ana.send(CUSTOMER, "Que bom! Separo para você.");
  await ana.marked(ana.message("Que bom! Separo para você."), "Recebida").waitFor();
  await picture(ana, "window-open");
  await ana.page.setViewportSize({ width: 390, height: 844 });
  await ana.button("Voltar para a lista").waitFor();
  // One row above the text box, whose time left is a chip.
  const composer = await ana.page.locator(".composer").boundingBox();
  expect(composer?.height).toBeLessThanOrEqual(125);
  await picture(ana, "window-open-phone");
  expect(sentTo(beatriz.phone)).toEqual(["template", "text"]);
});
