import { afterAll, beforeAll, expect } from "bun:test";
import type { Locator } from "playwright-core";
import type { ChatAnswer } from "#inbox/chats/contract.ts";
import { photo } from "#simulator/people/pictures.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { barriers } from "./helpers/accessibility.ts";
import { PHONE } from "./helpers/browser.ts";
import type { Desk, TestFile } from "./helpers/desk.ts";
import { ANA, BRUNO, CAIO, type Office, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** Internal chat: created, used live with files, searched, and no longer visible to a removed member. */
const TITLE = "Equipe de vendas";

let office: Office;
let ana: Desk;
let bruno: Desk;
let chatId: number;

beforeAll(async () => {
  office = await openOffice();
  [ana, bruno] = await Promise.all([office.desk(ANA), office.desk(BRUNO)]);
}, 60_000);
afterAll(async () => {
  await office?.close();
});

const step = steps(() => office?.browser);
const row = ({ page }: Desk, title = TITLE) => page.locator("[data-chat]").filter({ hasText: title });
const pane = ({ page }: Desk) => page.getByRole("region", { name: `Conversa: ${TITLE}` });
const toasts = ({ page }: Desk) => page.getByRole("region", { name: "Avisos" }).getByRole("alertdialog");
const bell = ({ page }: Desk, count = "") =>
  page.getByRole("banner").getByRole("button", { name: `Chat interno${count}`, exact: true });

/** Presses the entries of the picker. */
async function pick(dialog: Locator, ...names: readonly string[]): Promise<void> {
  for (const name of names) await dialog.getByText(name, { exact: true }).click();
}

step("creating a chat shows missing fields, and the creator is a member", async () => {
  const { page } = ana;
  await page.getByRole("navigation").getByRole("link", { name: "Chat interno" }).click();
  await page.getByText("Nenhuma conversa ainda").waitFor();
  await page.getByRole("button", { name: "Nova", exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: "Nova conversa" });
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await dialog.getByText("Por favor, preencha o título da conversa.").waitFor();
  await dialog.getByText("Por favor, selecione pelo menos um usuário.").waitFor();
  await dialog.getByRole("textbox", { name: /^Título/ }).fill(TITLE);
  await pick(dialog, BRUNO.name, CAIO.name, "Admin");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await pane(ana).waitFor();
  await row(ana).waitFor();
  chatId = Number(await row(ana).getAttribute("data-chat"));
});

step("a message notifies the colleague's page and is read by opening it", async () => {
  await ana.send(TITLE, "Bom dia, @Bruno Reis! Viu o pedido?");
  await bell(bruno, " (1)").click();
  const waiting = bruno.page.getByRole("dialog", { name: "Chat interno" });
  await waiting.getByText("Ana Lima: Bom dia, @Bruno Reis!").waitFor();
  await waiting.getByText("Mencionaram você").waitFor();
  expect(await barriers(bruno.page)).toEqual([]);
  await waiting.getByRole("button", { name: /Equipe de vendas/ }).click();
  await pane(bruno).waitFor();
  const mention = bruno.message("Viu o pedido?").locator("mark");
  expect(await mention.textContent()).toBe("@Bruno Reis");
  expect(await barriers(bruno.page)).toEqual([]);
  await bell(bruno).waitFor();
  // The writer's page shows who has read the message.
  await ana.conversation.getByText("Lido por Bruno Reis").waitFor();
});

step("both users see a quote, a mention offered after @, an edit and a deletion live", async () => {
  await bruno.choose(bruno.message("Viu o pedido?"), "Responder");
  await bruno.input(TITLE).pressSequentially("Vi sim, @an");
  await bruno.page.getByRole("option", { name: ANA.name }).waitFor();
  await bruno.page.keyboard.press("Enter");
  expect(await bruno.input(TITLE).inputValue()).toBe("Vi sim, @Ana Lima ");
  await bruno.page.keyboard.press("Enter");
  const answer = ana.message("Vi sim, @Ana Lima");
  await answer.getByRole("button", { name: /Bom dia/ }).waitFor();

  await bruno.send(TITLE, "Sai as 15h");
  await bruno.choose(bruno.message("Sai as 15h"), "Editar");
  await bruno.input(TITLE).fill("Sai às 16h");
  await bruno.input(TITLE).press("Enter");
  await ana.message("Sai às 16h").getByText("editada").waitFor();
  await bruno.choose(bruno.message("Sai às 16h"), "Apagar");
  await bruno.page.getByRole("alertdialog").getByRole("button", { name: "Apagar" }).click();
  await ana.message("Mensagem apagada").waitFor();
  // Messages of a colleague do not offer it.
  await answer.hover();
  await answer.getByRole("button", { name: /^Opções da mensagem/ }).click();
  await ana.page.getByRole("menuitem", { name: "Responder" }).waitFor();
  expect(await ana.page.getByRole("menuitem").allTextContents()).toEqual(["Responder", "Copiar texto"]);
  await ana.page.keyboard.press("Escape");
});

step("several files are sent with a caption and arrive at once", async () => {
  const cake: TestFile = {
    name: "bolo.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from(await photo("cake")),
  };
  const list: TestFile = { name: "lista.txt", mimeType: "text/plain", buffer: Buffer.from("50 pães\n") };
  await bruno.sendFiles([cake, list], "Como este");
  await ana.message("Como este").getByRole("button", { name: "Abrir imagem" }).waitFor();
  await ana.message("lista.txt").getByRole("link", { name: "lista.txt", exact: true }).waitFor();
  await ana.message("Como este").getByRole("button", { name: "Abrir imagem" }).click();
  await ana.page.getByRole("dialog").waitFor();
  await ana.page.keyboard.press("Escape");
});

step("a refused message raises no toast, survives a reload and can be sent again", async () => {
  const calls = `**/api/chats/${chatId}/messages`;
  bruno.problems.allow(/500 \(Internal Server Error\).*\/api\/chats/);
  await bruno.page.route(calls, (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 500, json: { error: "ERR_INTERNAL" } })
      : route.fallback(),
  );
  await bruno.input(TITLE).fill("Chegou a farinha");
  await bruno.input(TITLE).press("Enter");
  await pane(bruno).getByRole("button", { name: "Tentar de novo" }).waitFor();
  expect(await toasts(bruno).count()).toBe(0);
  await bruno.input(TITLE).fill("um rascunho");
  await bruno.page.waitForTimeout(400);
  await bruno.page.unroute(calls);
  await bruno.page.reload();
  await pane(bruno).getByRole("button", { name: "Tentar de novo" }).click();
  await ana.message("Chegou a farinha").waitFor();
  expect(await bruno.input(TITLE).inputValue()).toBe("um rascunho");
  await bruno.input(TITLE).fill("");
});

step(
  "older messages load near the top without moving the visible ones, and a search jumps to them",
  async () => {
    await office.world.server.signIn();
    const write = (n: number) =>
      office.call("POST", `/chats/${chatId}/messages`, { message: `linha ${n} do inventário` });
    for (let n = 1; n < 60; n += 10) await Promise.all(Array.from({ length: 10 }, (_, k) => write(n + k)));
    await write(61);
    // His page would open at the first unread message.
    const hasRead = async () => {
      const { users } = await office.call<ChatAnswer>("GET", `/chats/${chatId}`);
      return users.some(({ user, unreads }) => user.name === BRUNO.name && unreads === 0) || undefined;
    };
    await eventually(hasRead, "Bruno has read all");
    await bruno.page.reload();
    await bruno.message("linha 61 do").waitFor();
    await bruno.page.waitForLoadState("networkidle");

    // Delays the older page, so that both states can be checked.
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    let hasAsked = false;
    await bruno.page.route(/messages\?before=/, async (route) => {
      hasAsked = true;
      await held;
      await route.continue();
    });
    const scrolled = () => bruno.conversation.evaluate((list) => list.scrollTop);
    await bruno.page.mouse.move(1000, 400);
    while (!hasAsked && (await scrolled()) > 0) {
      await bruno.page.mouse.wheel(0, -40);
      await bruno.page.waitForTimeout(30);
    }
    const top = await scrolled();
    expect([hasAsked, top > 450, top <= 600]).toEqual([true, true, true]);
    const seen = bruno.conversation.getByRole("article").nth(6);
    const words = (await seen.textContent()) ?? "";
    const before = (await seen.boundingBox())?.y ?? 0;
    const answered = bruno.page.waitForResponse(/messages\?before=/);
    release();
    await answered;
    await bruno.page.waitForFunction(
      (old) => (document.querySelector('[role="log"]')?.scrollTop ?? 0) > old,
      top,
    );
    const after = (await bruno.message(words.slice(0, 20)).first().boundingBox())?.y ?? 0;
    expect(Math.abs(after - before)).toBeLessThan(4);
    await bruno.page.unrouteAll({ behavior: "wait" });

    await bruno.button("Buscar na conversa").click();
    await bruno.page.getByRole("searchbox", { name: "Buscar na conversa" }).fill("farinha");
    await bruno.message("Chegou a farinha").locator("mark").waitFor();
    await bruno.page.keyboard.press("Escape");
  },
);

step("on a phone the chats and the messages are two tabs, and no part overlaps another", async () => {
  const caio = await office.desk(CAIO, { viewport: PHONE, hasTouch: true, isMobile: true });
  const { page } = caio;
  await page.goto(`${office.url}/chats`);
  await row(caio).waitFor();
  for (const theme of ["light", "dark"]) {
    await page.evaluate((name) => {
      document.documentElement.dataset["theme"] = name;
    }, theme);
    expect(await barriers(page)).toEqual([]);
  }
  await row(caio).getByRole("link").tap();
  await pane(caio).waitFor();
  // The chat opens at the first unread message.
  await page.getByText(/^\d+ mensagens novas$/).waitFor();
  expect(await barriers(page)).toEqual([]);
  await caio.tab("Chats").tap();
  await row(caio).waitFor();
  await caio.tab("Mensagens").tap();
  await caio.send(TITLE, "Do celular");
  await ana.message("Do celular").waitFor();
  // Only the owner may change it.
  expect(await page.getByRole("button", { name: `Editar ${TITLE}` }).count()).toBe(0);
  await page.context().close();
});

step("a member removed by the owner loses the chat at once", async () => {
  await pane(ana)
    .getByRole("button", { name: `Editar ${TITLE}` })
    .click();
  const dialog = ana.page.getByRole("dialog", { name: "Editar conversa" });
  await dialog.getByText(BRUNO.name, { exact: true }).waitFor();
  expect(await barriers(ana.page)).toEqual([]);
  await pick(dialog, BRUNO.name);
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await dialog.waitFor({ state: "detached" });
  await bruno.page.getByText("Esta conversa não está disponível").waitFor();
  await row(bruno).waitFor({ state: "detached" });
  await ana.send(TITLE, "Agora só entre nós");
  bruno.problems.allow(/404 \(Not Found\).*\/api\/chats/);
  await bruno.page.reload();
  await bruno.page.getByText("Nenhuma conversa ainda").waitFor();
  await bruno.page.getByText("Esta conversa não está disponível").waitFor();
  expect(await bruno.page.getByText("Agora só entre nós").count()).toBe(0);
});

step("a chat deleted by its owner disappears for every member", async () => {
  await pane(ana)
    .getByRole("button", { name: `Excluir ${TITLE}` })
    .click();
  const dialog = ana.page.getByRole("alertdialog");
  await dialog.getByText("Deseja realmente excluir esse registro?").waitFor();
  await dialog.getByRole("button", { name: "Excluir" }).click();
  await ana.page.getByText("Nenhuma conversa ainda").waitFor();
});

step("the pages report no error during the journey", async () => {
  expect(Object.values(office.browser.problems()).flat()).toEqual([]);
});
