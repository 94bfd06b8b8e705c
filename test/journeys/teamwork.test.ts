import { afterAll, beforeAll, expect } from "bun:test";
import { document as paper } from "#simulator/people/documents.ts";
import { kindOf, textOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, BRUNO, CAIO, type Office, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** Attendants who share customers: conflict, transfer, return, reopen, notes, tags, search, drafts, spying, refusals. */
const CUSTOMER = "Marina Ribeiro";

let office: Office;
let ana: Desk;
let bruno: Desk;
let marina: Phone;

beforeAll(async () => {
  office = await openOffice();
  marina = office.customer(CUSTOMER);
  [ana, bruno] = await Promise.all([office.desk(ANA), office.desk(BRUNO)]);
  // Both get the notice that the customer is already attended.
  for (const desk of [ana, bruno]) desk.problems.allow(/409 \(Conflict\).*\/api\/tickets\)/);
}, 60_000);
afterAll(async () => {
  await office?.close();
});

const step = steps(() => office?.browser);

/** Fills the dialog 'Novo atendimento' and starts. */
async function startWith(desk: Desk, contact: string): Promise<void> {
  await desk.button("Novo atendimento").first().click();
  const dialog = desk.page.getByRole("dialog", { name: "Novo atendimento" });
  await dialog.getByRole("combobox", { name: /^Contato/ }).fill(contact.slice(0, 6));
  await desk.page.getByRole("option", { name: contact }).click();
  await dialog.getByRole("button", { name: "Iniciar" }).click();
}

async function pickQueue(desk: Desk, queue: string): Promise<void> {
  await desk.page.getByRole("dialog").getByRole("button", { name: /Fila/ }).click();
  await desk.page.getByRole("option", { name: queue }).click();
}

step("a new ticket with a customer of a colleague names that colleague", async () => {
  await marina.send.text(office.world.shop, "Bom dia!");
  await bruno.tab("Aguardando").click();
  // By keyboard: open and accept the first pending ticket.
  await bruno.row(CUSTOMER).waitFor();
  await bruno.page.keyboard.press("j");
  await bruno.page.locator(".row-link:focus").waitFor();
  await bruno.page.keyboard.press("F2");
  await bruno.page.keyboard.press("a");
  await bruno.room(CUSTOMER).waitFor();

  await startWith(ana, CUSTOMER);
  const conflict = ana.page.getByRole("alert").filter({ hasText: "Já existe um atendimento aberto" });
  await conflict.getByText("Atendente: Bruno Reis").waitFor();
  await conflict.getByText("Fila: Vendas").waitFor();
  await conflict.getByRole("button", { name: "Abrir este atendimento" }).click();
  await ana.room(CUSTOMER).getByText("Conversa reservada").waitFor();
  await ana.page.getByText("Só quem atende pode responder").waitFor();
});

step("a new ticket with a customer of one's own opens the existing conversation", async () => {
  await bruno.page.goto(`${office.url}/tickets`);
  await bruno.button("Novo atendimento").first().click();
  const dialog = bruno.page.getByRole("dialog", { name: "Novo atendimento" });
  await dialog.getByRole("combobox", { name: /^Contato/ }).fill("marina");
  await bruno.page.getByRole("option", { name: CUSTOMER }).click();
  await pickQueue(bruno, "Suporte");
  await dialog.getByRole("button", { name: "Iniciar" }).click();
  await bruno.room(CUSTOMER).waitFor();
  await bruno.message("Bom dia!").waitFor();
});

step("a new person is added in the dialog and gets the first message", async () => {
  const tomas = office.customer("Tomás Antunes", "5511944443333");
  await ana.button("Novo atendimento").first().click();
  await ana.button("Criar contato").click();
  const form = ana.page.getByRole("dialog", { name: "Adicionar contato" });
  await form.getByRole("textbox", { name: /^Nome/ }).fill("Tomás da Padaria");
  await form.getByRole("textbox", { name: /^Número/ }).fill("+55 11 94444-3333");
  await form.getByRole("button", { name: "Adicionar", exact: true }).click();
  await form.waitFor({ state: "detached" });
  await ana.page.getByRole("dialog").getByRole("button", { name: "Iniciar" }).click();
  await ana.room("Tomás da Padaria").waitFor();
  await ana.send("Tomás da Padaria", "Oi, Tomás! Chegou a farinha.");
  expect(textOf((await tomas.received()).content)).toContain("Chegou a farinha.");
});

step("a transfer with a reason arrives without a reload and leaves the other list", async () => {
  await bruno.button("Transferir").click();
  const dialog = bruno.page.getByRole("dialog", { name: "Transferir atendimento" });
  // Listed at once, with presence and load.
  await bruno.page.getByRole("option", { name: /Ana Lima.*online · \d+ atendimentos?/ }).waitFor();
  await dialog.getByRole("combobox", { name: /^Atendente/ }).fill("ana");
  await bruno.page.getByRole("option", { name: /Ana Lima/ }).click();
  await dialog.getByRole("textbox", { name: /^Motivo/ }).fill("Ela fechou o último pedido");
  await dialog.getByRole("button", { name: "Transferir" }).click();
  await bruno.toast("Atendimento transferido").waitFor();
  await bruno.row(CUSTOMER).waitFor({ state: "detached" });

  await ana.open(CUSTOMER);
  await ana.conversation.getByText("Bruno Reis transferiu para Ana Lima").waitFor();
  await ana.conversation
    .getByRole("complementary", { name: "Nota interna" })
    .getByText("Ela fechou")
    .waitFor();
});

step("a returned ticket waits for both attendants, and the accepting one sees its history", async () => {
  await ana.button("Retornar").click();
  await ana.toast("Atendimento devolvido para a fila").waitFor();
  await ana.tab("Aguardando").click();
  await ana.row(CUSTOMER).waitFor();
  await bruno.tab("Aguardando").click();
  await bruno.press("Aceitar", CUSTOMER);
  await bruno.room(CUSTOMER).waitFor();
  await bruno.conversation.getByText("Ana Lima devolveu para a fila").waitFor();
  await ana.row(CUSTOMER).waitFor({ state: "detached" });
});

step(
  "a close is undone before its farewell leaves, and a ticket that stays closed is reopened later",
  async () => {
    const farewell = "Obrigada pela conversa, até a próxima!";
    await office.call("PUT", "/settings/undoCloseSeconds", { value: "2" });
    await office.call("PUT", `/whatsapp/${office.connectionId}`, { complationMessage: farewell });
    await bruno.button("Resolver").click();
    await bruno.page
      .getByRole("region", { name: "Avisos" })
      .getByRole("button", { name: "Desfazer" })
      .click();
    await bruno.room(CUSTOMER).waitFor();
    await bruno.button("Resolver").click();
    await bruno.room(CUSTOMER).waitFor({ state: "detached" });
    // The undone close would have sent its farewell before this one.
    const isFarewell = ({ content }: { content: Parameters<typeof textOf>[0] }) =>
      textOf(content) === farewell;
    await marina.received(isFarewell, 15_000);
    expect(marina.inbox.filter(isFarewell)).toHaveLength(1);
    await office.call("PUT", `/whatsapp/${office.connectionId}`, { complationMessage: "" });
    await bruno.tab("Resolvidos").click();
    await bruno.press("Reabrir", CUSTOMER);
    await bruno.room(CUSTOMER).waitFor();
    await bruno.button("Resolver").waitFor();
    await bruno.input(CUSTOMER).waitFor();
  },
);

step("a note is visible to colleagues only", async () => {
  const before = marina.inbox.length;
  await bruno.button("Nota interna").click();
  await bruno.page.getByRole("textbox", { name: "Nota interna" }).fill("Prefere entrega de manhã");
  await bruno.button("Salvar nota").click();
  const note = bruno.conversation.getByRole("complementary", { name: "Nota interna" });
  await note.getByText("Prefere entrega de manhã").waitFor();
  await bruno.button("Mensagem").click();
  await bruno.send(CUSTOMER, "Combinado!");
  const last = await marina.received(({ content }) => textOf(content).includes("Combinado!"));
  expect(marina.inbox.slice(before).map(({ id }) => id)).toEqual([last.id]);
});

/** A file dragged with the mouse. */
const carried = (desk: Desk, name: string, type: string, bytes: Uint8Array) =>
  desk.page.evaluateHandle(
    (file) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(file.bytes)], file.name, { type: file.type }));
      return transfer;
    },
    { name, type, bytes: [...bytes] },
  );
/** Copies a picture to the clipboard, as Print Screen does. */
const copyPicture = (desk: Desk) =>
  desk.page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    canvas.getContext("2d")?.fillRect(0, 0, 40, 20);
    const png = new Promise<Blob>((resolve) => canvas.toBlob((blob) => resolve(blob as Blob)));
    await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
  });

step("a pasted or dropped file waits with its preview and is sent with its caption", async () => {
  await bruno.page.bringToFront();
  await copyPicture(bruno);
  await bruno.input(CUSTOMER).press("ControlOrMeta+V");
  const tray = bruno.page.getByRole("region", { name: "Arquivos para enviar" });
  await tray.getByRole("img", { name: /image.*png/ }).waitFor();
  const { fileName, bytes } = paper("guest-list");
  const file = await carried(bruno, fileName, "application/pdf", bytes);
  await bruno.conversation.dispatchEvent("dragenter", { dataTransfer: file });
  await bruno.page.getByText("Solte os arquivos para enviar").waitFor();
  await bruno.conversation.dispatchEvent("drop", { dataTransfer: file });
  await tray.getByRole("button", { name: `Ver ${fileName}`, exact: true }).click();
  await tray.getByRole("textbox").fill("A lista");
  await tray.getByRole("textbox").press("Enter");
  await tray.waitFor({ state: "detached" });
  for (const kind of ["image", "document"])
    await marina.received(({ content }) => kindOf(content) === kind, 15_000);
  expect(textOf((await marina.received(({ content }) => kindOf(content) === "document")).content)).toContain(
    "A lista",
  );
  await bruno.button("Abrir imagem").click();
  const large = bruno.page.getByRole("dialog", { name: "Imagens da conversa" });
  await large.getByRole("img").waitFor();
  await bruno.page.keyboard.press("Escape");
  await large.waitFor({ state: "detached" });
});

step("tags chosen in the conversation are shown in the list", async () => {
  await office.call("POST", "/tags", { name: "Cliente fiel", color: "#d9480f" });
  await office.call("POST", "/tags", { name: "Orçamento", color: "#1971c2" });
  await bruno.button("Escolher tag").click();
  await bruno.page.getByText("Cliente fiel").click();
  await bruno.page.keyboard.press("Escape");
  await bruno.room(CUSTOMER).getByText("Cliente fiel").waitFor();
  await bruno.row(CUSTOMER).getByTitle("Cliente fiel").waitFor();
  const { tickets } = await office.call<{ tickets: { tags: { name: string }[] }[] }>(
    "GET",
    "/tickets?status=open&showAll=true&searchParam=Marina&pageNumber=1",
  );
  expect(tickets[0]?.tags.map(({ name }) => name)).toEqual(["Cliente fiel"]);
});

step("a search finds an old message and jumps to it", async () => {
  await marina.send.text(office.world.shop, "O código do portão é 4711");
  for (let n = 1; n <= 60; n += 1) await marina.send.text(office.world.shop, `mensagem ${n} da tarde`);
  await bruno.message("mensagem 60 da tarde").waitFor();
  await bruno.page.reload();
  await bruno.message("mensagem 60 da tarde").waitFor();
  expect(await bruno.message("O código do portão").count()).toBe(0);

  await bruno.tab("Busca").click();
  await bruno.page.getByRole("searchbox", { name: "Buscar atendimentos" }).fill("portão");
  const hits = bruno.page.getByRole("region", { name: "Mensagens" });
  await hits.getByRole("button", { name: /código do portão/ }).click();
  await bruno.message("O código do portão é 4711").waitFor();
  await bruno.button("Ir para a última mensagem").click();
  await bruno.message("mensagem 60 da tarde").waitFor();
});

step("an unsent draft is kept after a reload", async () => {
  await bruno.tab("Abertos").click();
  await bruno.input(CUSTOMER).fill("Ainda estou escrevendo…");
  await bruno.row(CUSTOMER).getByText("Rascunho:").waitFor();
  await bruno.page.reload();
  await bruno.input(CUSTOMER).waitFor();
  await bruno.row(CUSTOMER).getByText("Rascunho:").waitFor();
  expect(await bruno.input(CUSTOMER).inputValue()).toBe("Ainda estou escrevendo…");
  await bruno.input(CUSTOMER).fill("");
  await bruno.row(CUSTOMER).getByText("Rascunho:").waitFor({ state: "detached" });
});

step("spying opens a waiting conversation without marking messages as read", async () => {
  const lia = office.customer("Lia Campos");
  const question = await lia.send.text(office.world.shop, "Alguém aí?");
  await office.call("PUT", "/settings/userSpyChat", { value: "enabled" });
  await ana.tab("Aguardando").click();
  await ana.press("Espiar Conversa", "Lia Campos");
  const dialog = ana.page.getByRole("dialog", { name: "Conversa de Lia Campos" });
  await dialog.getByText("Alguém aí?").waitFor();
  await dialog.getByText("Você está só vendo").waitFor();
  await ana.page.keyboard.press("Escape");
  // Still unread: the row shows the count, and her phone shows no read receipts.
  await ana.row("Lia Campos").getByText("1 não lida").waitFor({ state: "attached" });
  expect(question.step).toBe("delivered");
});

step("two users who view one ticket see each other's presence", async () => {
  await ana.page.goto(bruno.page.url());
  await bruno.page.getByText("Ana também está vendo").waitFor();
  await ana.message("mensagem 60 da tarde").waitFor();
  await bruno.input(CUSTOMER).pressSequentially("Já");
  await ana.page.getByText("Bruno está digitando…").waitFor();
  await bruno.input(CUSTOMER).fill("");
  await ana.page.goto(`${office.url}/tickets`);
  await bruno.page.getByText("Ana também está vendo").waitFor({ state: "detached" });
});

step(
  "a user without permission for a ticket or page gets 'Acesso não permitido' and the ticket list",
  async () => {
    const caio = await office.desk(CAIO);
    caio.problems.allow(/403 \(Forbidden\)/);
    await caio.page.goto(bruno.page.url());
    await caio.toast("Acesso não permitido").waitFor();
    await caio.page.waitForURL(/\/tickets(\?|$)/);
    expect(await caio.page.getByText(CUSTOMER).count()).toBe(0);
    await caio.page.goto(`${office.url}/connections`);
    await caio.toast("Acesso não permitido").waitFor();
    await caio.page.waitForURL(/\/tickets(\?|$)/);
  },
);

step("the pages report no error during the journey", async () => {
  expect(office.browser.problems()).toEqual({ [ANA.name]: [], [BRUNO.name]: [], [CAIO.name]: [] });
  expect(office.world.network.problems).toEqual([]);
});
