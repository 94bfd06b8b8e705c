import { afterAll, beforeAll, expect } from "bun:test";
import { GRAPH_APP } from "#simulator/graph/app.ts";
import type { GraphPage } from "#simulator/graph/book.ts";
import type { GraphPerson } from "#simulator/graph/people.ts";
import { type GraphSimulator, startGraph } from "#simulator/graph/server.ts";
import { barriers } from "./helpers/accessibility.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, type Office, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** A page with its Instagram account is connected by hand; customers of both are answered like any other. */
const MANAGER = { name: "Gerente", email: "gerente@example.com", password: "segredo-da-gerente" };
let graph: GraphSimulator;
let office: Office;
let page: GraphPage;
let token: string;
let owner: Desk;
let ana: Desk;
let maria: GraphPerson;
let joao: GraphPerson;

beforeAll(async () => {
  graph = startGraph();
  office = await openOffice({ META_GRAPH_URL: graph.url });
  graph.webhook = `${office.url}/webhooks/meta`;
  page = graph.book.addPage("Padaria Aurora", "padaria.aurora");
  token = graph.book.addUser("5001234", [page]);
  maria = graph.person({ page, on: "page" }, "Maria Souza");
  joao = graph.person({ page, on: "instagram" }, "João Lima");
  await office.call("POST", "/users", { ...MANAGER, profile: "admin", queueIds: [] });
  owner = await office.desk(MANAGER);
}, 60_000);
afterAll(async () => {
  await office?.close();
  await graph?.stop();
});

const step = steps(() => office?.browser);

step("without a Meta app the page shows what to do, and the provider adds the app", async () => {
  const browserPage = owner.page;
  await browserPage.goto(`${office.url}/connections`);
  await owner.button("Adicionar conexão").click();
  await browserPage.getByRole("menuitem", { name: "Instagram" }).click();
  await browserPage.getByText("A instalação ainda não tem um aplicativo da Meta").waitFor();
  expect(await barriers(browserPage)).toEqual([]);
  await owner.button("Cancelar").click();
  for (const [key, value] of [
    ["metaAppId", GRAPH_APP.id],
    ["metaAppSecret", GRAPH_APP.secret],
    ["metaVerifyToken", GRAPH_APP.verifyToken],
  ])
    await office.call("PUT", `/settings/${key}`, { key, value });
});

step("a page and its Instagram account are connected with a pasted token", async () => {
  const browserPage = owner.page;
  await owner.button("Adicionar conexão").click();
  await browserPage.getByRole("menuitem", { name: "Instagram" }).click();
  await owner.button("Entrar com o Facebook").waitFor();
  await browserPage.getByLabel("ID do usuário do Facebook").fill("5001234");
  await browserPage.getByLabel("Token do usuário").fill(token);
  await owner.button("Conectar").click();
  await owner.toast("2 conexões prontas.").waitFor();
  await browserPage.getByText("Insta padaria.aurora", { exact: true }).first().waitFor();
  expect(await browserPage.getByRole("img", { name: "Instagram" }).count()).toBe(1);
  expect(await barriers(browserPage)).toEqual([]);
  for (const { id, channel } of await office.call<{ id: number; channel: string }[]>("GET", "/whatsapp"))
    if (channel !== "whatsapp")
      await office.call("PUT", `/whatsapp/${id}`, { queueIds: [office.queues.vendas] });
});

step(
  "customers of the page and the Instagram account write, and their tickets show the channel's icon",
  async () => {
    ana = await office.desk(ANA);
    maria.writes("Vocês fazem bolo de aniversário?");
    joao.writes("Vi o story! Ainda tem?");
    await ana.tab("Aguardando").click();
    await ana.row("Maria Souza").getByRole("img", { name: "Messenger" }).waitFor();
    await ana.row("João Lima").getByRole("img", { name: "Instagram" }).waitFor();
  },
);

step("answers reach customers of both channels, who read them", async () => {
  for (const [person, name, words] of [
    [maria, "Maria Souza", "Fazemos, sim!"],
    [joao, "João Lima", "Tem, até as 18h."],
  ] as const) {
    await ana.tab("Aguardando").click();
    await ana.press("Aceitar", name);
    await ana.room(name).waitFor();
    await ana.send(name, words);
    await ana.marked(ana.message(words), "Enviada").waitFor();
    expect(graph.book.sent.at(-1)?.text).toContain(words);
    person.reads();
    await ana.marked(ana.message(words), "Lida").waitFor();
  }
});

step("a revoked access is shown and connected again, and waiting messages are sent", async () => {
  graph.book.revoke(page);
  await ana.input("João Lima").fill("Quer que eu separe um?");
  await ana.input("João Lima").press("Enter");
  await owner.page.goto(`${office.url}/connections`);
  await owner.page.getByText("O acesso expirou ou foi revogado. Conecte de novo.").first().waitFor();
  expect(graph.book.sent.some(({ text }) => text?.includes("separe"))).toBeFalse();
  await owner.button("Conectar de novo").first().click();
  await owner.page.getByLabel("ID do usuário do Facebook").fill("5001234");
  await owner.page.getByLabel("Token do usuário").fill(token);
  await owner.button("Conectar").click();
  await owner.toast("2 conexões prontas.").waitFor();
  await ana.marked(ana.message("Quer que eu separe um?"), "Enviada").waitFor();
});
