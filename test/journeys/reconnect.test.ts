import { afterAll, beforeAll, expect } from "bun:test";
import { textOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { eventually, waitConnected } from "#test/helpers/whatsapp-world.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, BRUNO, type Office, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** A page that loses the network or its server shows exactly the server's state afterwards. */
const CUSTOMER = "Marina Ribeiro";
const OFFLINE = "sem conexão, reconectando…";

let office: Office;
let ana: Desk;
let marina: Phone;
let ticketId: number;

beforeAll(async () => {
  office = await openOffice();
  marina = office.customer(CUSTOMER);
  ana = await office.desk(ANA);
  // While it is offline its requests fail, and the browser logs them in the console.
  ana.problems.allow(/net::ERR_|WebSocket connection to .* failed/);
}, 60_000);
afterAll(async () => {
  await office?.close();
});

const step = steps(() => office?.browser);

interface Stored {
  readonly messages: readonly { readonly body: string; readonly ack: number; readonly isDeleted: boolean }[];
}
/** Bodies of the stored conversation, without signatures. */
async function stored(): Promise<readonly string[]> {
  const { messages } = await office.call<Stored>("GET", `/messages/${ticketId}?pageNumber=1`);
  return messages.map(({ body }) => body.replace(/^\*[^*]+:\*\n/, ""));
}
/** Waits until the page shows what is stored, message by message, and nothing twice. */
async function showsWhatIsStored(): Promise<void> {
  const bodies = await stored();
  await ana.message(bodies.at(-1) ?? "").waitFor();
  const shown = await ana.conversation.getByRole("article").allInnerTexts();
  expect(shown.map((text) => bodies.find((body) => text.includes(body)) ?? text)).toEqual([...bodies]);
}
const isGone = (words: string) => ana.page.getByText(words).waitFor({ state: "detached" });

step("an attendant talks with a customer and has begun a draft", async () => {
  await marina.send.text(office.world.shop, "Oi! Tem pão de queijo?");
  await ana.tab("Aguardando").click();
  await ana.press("Aceitar", CUSTOMER);
  await ana.send(CUSTOMER, "Tem, sim!");
  const { tickets } = await office.call<{ tickets: { id: number }[] }>(
    "GET",
    "/tickets?status=open&showAll=true&pageNumber=1",
  );
  ticketId = tickets[0]?.id ?? 0;
  await ana.input(CUSTOMER).fill("Quantos você quer le");
});

step("the page shows that the network is lost; meanwhile customers write and colleagues work", async () => {
  await ana.context.setOffline(true);
  await ana.page.getByText(OFFLINE).waitFor();
  await marina.send.text(office.world.shop, "Quero doze");
  const wrong = await marina.send.text(office.world.shop, "e um café preto");
  await marina.send.revoke(office.world.shop, wrong);
  const typo = await marina.send.text(office.world.shop, "e um suco de laranja");
  await marina.send.edit(office.world.shop, typo, "e um suco de maracujá");
  marina.read(office.world.shop);
  await office.customer("Lia Campos").send.text(office.world.shop, "Aceitam encomenda?");
  await office.customer("Davi Melo").send.text(office.world.shop, "Que horas fecham?");
  const bruno = await office.desk(BRUNO);
  await bruno.tab("Aguardando").click();
  await bruno.press("Aceitar", "Davi Melo");
  await bruno.room("Davi Melo").waitFor();
  await eventually(
    async () => ((await stored()).includes("e um suco de maracujá") ? true : undefined),
    "the edit stored",
  );
});

step("after reconnecting the page has no gap, no duplicate, correct receipts and the draft", async () => {
  await ana.context.setOffline(false);
  await isGone(OFFLINE);
  await ana.message("e um suco de maracujá").getByText("editada").waitFor();
  await ana.message("Essa mensagem foi apagada pelo contato").waitFor();
  await showsWhatIsStored();
  await ana.marked(ana.message("Tem, sim!"), "Lida").waitFor();
  expect(await ana.input(CUSTOMER).inputValue()).toBe("Quantos você quer le");
  await ana.tab("Aguardando").click();
  await ana.row("Lia Campos").waitFor();
  expect(await ana.list.locator("[data-ticket]").count()).toBe(1);
  await ana.tab("Atendendo").click();
});

step("a message written offline is sent once by itself after reconnecting", async () => {
  await ana.context.setOffline(true);
  await ana.page.getByText(OFFLINE).waitFor();
  await ana.input(CUSTOMER).fill("Quantos você quer levar?");
  await ana.input(CUSTOMER).press("Enter");
  await ana.page.getByText("Sem internet: a mensagem será enviada quando ela voltar").waitFor();
  await ana.context.setOffline(false);
  await marina.received(({ content }) => textOf(content).includes("Quantos você quer levar?"), 15_000);
  await isGone("Sem internet: a mensagem será enviada quando ela voltar");
  await showsWhatIsStored();
});

step("a lost response does not send the message twice", async () => {
  let lost = 0;
  await ana.page.route(`**/api/messages/${ticketId}`, async (route) => {
    if (route.request().method() !== "POST" || lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort("connectionreset");
  });
  await ana.send(CUSTOMER, "São doze reais");
  await ana.marked(ana.message("São doze reais"), "Recebida").waitFor();
  await ana.page.unrouteAll();
  await ana.send(CUSTOMER, "Pode retirar às cinco");
  await marina.received(({ content }) => textOf(content).includes("às cinco"), 15_000);
  expect(lost).toBe(1);
  expect(marina.inbox.filter(({ content }) => textOf(content).includes("São doze reais"))).toHaveLength(1);
  await showsWhatIsStored();
});

step(
  "after a kill and restart of the server the page continues and shows what arrived meanwhile",
  async () => {
    await ana.input(CUSTOMER).fill("Só um mo");
    await office.world.server.kill();
    await ana.page.getByText(OFFLINE).waitFor();
    // Code of the page that is not loaded yet.
    await ana.button("Transferir").click();
    await ana.page.getByText("Não foi possível carregar.").waitFor();
    await ana.tab("Aguardando").click();
    await marina.send.text(office.world.shop, "Está tudo bem aí?");
    await office.customer("Noé Dias").send.text(office.world.shop, "Alô?");
    await office.world.server.start();
    await office.world.server.signIn();
    await waitConnected(office.world.server, office.connectionId);
    await isGone(OFFLINE);
    await ana.message("Está tudo bem aí?").waitFor();
    await showsWhatIsStored();
    expect(await ana.input(CUSTOMER).inputValue()).toBe("Só um mo");
    await ana.button("Tentar de novo").click();
    const dialog = ana.page.getByRole("dialog", { name: "Transferir atendimento" });
    await dialog.waitFor();
    // The first one closes the list of attendants.
    await ana.page.keyboard.press("Escape");
    await ana.page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await ana.send(CUSTOMER, "Tudo, obrigada!");
    await marina.received(({ content }) => textOf(content).includes("Tudo, obrigada!"), 15_000);
    await ana.tab("Aguardando").click();
    await ana.row("Noé Dias").waitFor();
    await ana.row("Lia Campos").waitFor();
  },
);

step("after an update of the server the page offers to reload, and its draft is kept", async () => {
  await ana.input(CUSTOMER).fill("Só mais um instan");
  // The new version does not have the scripts of the old one.
  ana.problems.allow(/status of 404 .*\/assets\//);
  await ana.page.route("**/assets/**", (route) =>
    route.request().method() === "HEAD" ? route.fulfill({ status: 404 }) : route.continue(),
  );
  await office.world.server.kill();
  await office.world.server.start();
  await office.world.server.signIn();
  await ana.page.getByText("há uma nova versão.").waitFor();
  await ana.button("Atualizar").last().click();
  await ana.page.getByText("há uma nova versão.").waitFor({ state: "detached" });
  await ana.input(CUSTOMER).waitFor();
  expect(await ana.input(CUSTOMER).inputValue()).toBe("Só mais um instan");
  await ana.page.unrouteAll();
});

step("the pages report no error during the journey", async () => {
  expect(office.browser.problems()[ANA.name]).toEqual([]);
  expect(office.world.network.problems).toEqual([]);
});
