import { afterAll, beforeAll, expect } from "bun:test";
import type { Locator } from "playwright-core";
import { kindOf } from "#simulator/phones/content.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, type Office, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";
import {
  changesNothing,
  randomTexts,
  recordNotices,
  SENTENCES,
  typeBlindly,
  watchChanges,
} from "./helpers/typing.ts";

/** Typed text has no other effect, wherever the focus is: docs/rules/keyboard.md#text-is-only-text. */
const CUSTOMER = "Marina Ribeiro";
const OTHER = "Otávio Luz";
const SEED = Number(process.env["TYPING_SEED"] ?? 20_261_123);
/** Texts with free letters: `?`, `j`, `k`, `g` with the letter of a page; and with `n`, which needs command mode. */
const FREE_LETTERS = ["no fim da fila", "liga? g c onta", "ja g k anban e", "ok gx oi, tudo bem"];
/** Letters of the pages of an attendant after `g`. */
const PAGES = "trkeaxlhc";
const TEXTS = [...SENTENCES, ...randomTexts(SEED, Number(process.env["TYPING_TEXTS"] ?? 1), 20)];

let office: Office;
let ana: Desk;
let marina: Phone;
let ticket: { id: number; uuid: string };

beforeAll(async () => {
  office = await openOffice();
  await office.call("POST", "/quick-messages", { shortcode: "oi", message: "Bom dia!", geral: true });
  marina = office.customer(CUSTOMER);
  ana = await office.desk(ANA);
  await recordNotices(ana);
  await ana.page.reload();
}, 60_000);
afterAll(async () => {
  await office?.close();
});
const step = steps(() => office?.browser);

/** Expects that every typed key is in the composer, the ticket is unchanged, and the customer received nothing. */
async function onlyTextAppears(place: string, box: Locator, texts: readonly string[] = TEXTS): Promise<void> {
  for (const text of texts) {
    await typeBlindly(ana.page, text);
    expect({ place, typed: await box.inputValue() }).toEqual({ place, typed: text });
    await box.fill("");
    // Removes the focus, as a click on an empty part of the page does.
    await ana.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  }
  const now = await office.call<{ status: string }>("GET", `/tickets/${ticket.id}`);
  expect({ place, status: now.status }).toEqual({ place, status: "open" });
}
const input = () => ana.input(CUSTOMER);
const list = () => ana.page.goto(`${office.url}/tickets`).then(() => ana.row(CUSTOMER).waitFor());
const away = (texts = TEXTS) => texts.slice(0, 2);
/** Texts that reached the customer. */
const received = () =>
  marina.chats.all().filter(({ fromMe, content }) => !fromMe && kindOf(content) === "text");

step("text typed on a waiting row does not accept the ticket", async () => {
  await marina.send.text(office.world.shop, "Boa tarde!");
  await ana.tab("Aguardando").click();
  await ana.row(CUSTOMER).waitFor();
  await ana.row(CUSTOMER).locator(".row-link").click();
  await ana.toast("Aceite o atendimento").waitFor();
  for (const text of ["Oi, pode ser", "vale a pena"]) {
    await ana.row(CUSTOMER).locator(".row-link").focus();
    await typeBlindly(ana.page, text);
    await ana.page.keyboard.press("Escape");
  }
  await ana.page.goto(`${office.url}/tickets`);
});

step("text typed after accepting by the row's button goes to the composer", async () => {
  await ana.tab("Aguardando").click();
  await ana.press("Aceitar", CUSTOMER);
  await ana.room(CUSTOMER).waitFor();
  const found = await office.call<{ tickets: { id: number; uuid: string }[] }>(
    "GET",
    "/tickets?status=open&showAll=true&pageNumber=1",
  );
  const [first] = found.tickets;
  if (!first) throw new Error("no open ticket");
  ticket = first;
  await onlyTextAppears("accepted", input());
});

step("text typed after opening by mouse is complete, even while the conversation loads", async () => {
  await list();
  await ana.row(CUSTOMER).getByRole("link").click();
  await onlyTextAppears("row by mouse", input());
});

step("text typed after opening with Enter goes to the composer", async () => {
  await list();
  await ana.row(CUSTOMER).locator(".row-link").focus();
  await ana.page.keyboard.press("Enter");
  await onlyTextAppears("row by Enter", input());
});

step("text typed with the focus on the row, a button or the conversation goes to the composer", async () => {
  const places: [string, Locator][] = [
    ["row", ana.row(CUSTOMER).locator(".row-link")],
    ["row's Resolver", ana.rowButton("Resolver", CUSTOMER)],
    ["head's Resolver", ana.room(CUSTOMER).getByRole("button", { name: "Resolver" })],
    ["head's menu", ana.button("Mais opções")],
    ["conversation", ana.conversation],
    ["tab of the list", ana.tab("Resolvidos")],
  ];
  for (const [name, place] of places)
    for (const text of SENTENCES) {
      await place.focus();
      await onlyTextAppears(name, input(), [text]);
    }
});

step("text typed after opening by URL, or during a reload, goes to the composer", async () => {
  await ana.page.goto(`${office.url}/tickets/${ticket.uuid}`);
  await ana.room(CUSTOMER).waitFor();
  await onlyTextAppears("address", input());
});

step("text typed after opening from the ticket search or a message hit goes to the composer", async () => {
  await list();
  await ana.tab("Busca").click();
  await ana.page.getByRole("searchbox", { name: "Buscar atendimentos" }).fill("boa tarde");
  const hit = ana.page.getByRole("region", { name: "Mensagens" }).getByRole("button", { name: /Boa tarde!/ });
  await hit.click();
  await onlyTextAppears("message hit", input(), away());
  await ana.page.getByRole("searchbox", { name: "Buscar atendimentos" }).fill("Marina");
  await ana.row(CUSTOMER).getByRole("link").click();
  await onlyTextAppears("ticket hit", input(), away());
});

step("text typed after opening from the new-ticket dialog goes to the composer", async () => {
  await list();
  await ana.button("Novo atendimento").first().click();
  const dialog = ana.page.getByRole("dialog", { name: "Novo atendimento" });
  await dialog.getByRole("combobox", { name: /^Contato/ }).fill("Marina");
  await ana.page.getByRole("option", { name: CUSTOMER }).click();
  await dialog.getByRole("button", { name: "Iniciar" }).click();
  await ana.room(CUSTOMER).waitFor();
  await onlyTextAppears("new ticket", input(), away());
});

step("text typed after opening from a browser notification or the palette goes to the composer", async () => {
  await ana.page.goto(`${office.url}/contacts`);
  await ana.page.getByRole("heading", { name: "Contatos" }).waitFor();
  await marina.send.text(office.world.shop, "Ainda está aí?");
  await ana.page.waitForFunction(() => (Reflect.get(globalThis, "shownNotices") as unknown[]).length > 0);
  await ana.page.evaluate(() =>
    (Reflect.get(globalThis, "shownNotices") as Notification[])[0]?.onclick?.(new Event("click")),
  );
  await ana.room(CUSTOMER).waitFor();
  await onlyTextAppears("notification", input(), away());

  await ana.page.goto(`${office.url}/contacts`);
  await ana.page.getByRole("heading", { name: "Contatos" }).waitFor();
  await ana.page.keyboard.press("Control+k");
  await ana.page.getByPlaceholder("Página, contato ou atendimento…").fill("Marina");
  await ana.page
    .getByRole("menuitem", { name: /Marina Ribeiro.*Ainda/ })
    .first()
    .click();
  await ana.room(CUSTOMER).waitFor();
  await onlyTextAppears("palette", input(), away());
});

step(
  "a note stays a note after choosing it, after Esc, after a picker and with the focus anywhere",
  async () => {
    const note = ana.page.getByRole("textbox", { name: "Nota interna" });
    await ana.button("Nota interna").click();
    await onlyTextAppears("note", note);
    await ana.page.keyboard.press("Escape");
    await onlyTextAppears("note after Esc", note);
    await ana.button("Emojis").click();
    await ana.page.getByRole("gridcell").first().waitFor();
    await ana.page.keyboard.press("Escape");
    await onlyTextAppears("note after the emoji picker", note, away());
    await ana.row(CUSTOMER).locator(".row-link").focus();
    await onlyTextAppears("note from the row", note, ["@Bru"]);
    await ana.button("Mensagem").click();
    await onlyTextAppears("message again", input(), away());
  },
);

step(
  "text typed after Esc, quick replies, emojis, a message menu or the search goes to the composer",
  async () => {
    const { keyboard } = ana.page;
    await keyboard.press("Escape");
    await keyboard.press("Escape");
    await onlyTextAppears("after Esc", input());
    await input().fill("/oi");
    await ana.page.getByRole("option", { name: /^\/oi/ }).waitFor();
    await keyboard.press("Escape");
    await input().fill("");
    await onlyTextAppears("after quick replies", input(), away());
    await ana.choose(ana.message("Boa tarde!").first(), "Responder");
    await onlyTextAppears("while quoting", input(), away());
    await input().focus();
    await keyboard.press("Escape");
    await ana.button("Mais opções").click();
    await ana.page.getByRole("menuitem", { name: "Buscar na conversa" }).click();
    await ana.page.getByPlaceholder("Buscar nesta conversa").fill("tarde");
    await keyboard.press("Escape");
    await onlyTextAppears("after the search inside", input(), away());
  },
);

step("the emoji picker focuses its search, finds names by word beginnings and keeps choices", async () => {
  const { page } = ana;
  const search = page.getByRole("searchbox", { name: "Buscar emoji" });
  await ana.button("Emojis").click();
  await page.locator(".emoji-search input:focus").waitFor();
  await page.keyboard.type("acenand");
  await page.getByRole("button", { name: "mão acenando" }).waitFor();
  await page.keyboard.press("Enter");
  await search.waitFor({ state: "detached" });
  expect(await input().inputValue()).toBe("👋");
  await ana.button("Emojis").click();
  await page.getByRole("group", { name: "Recentes" }).getByRole("button", { name: "mão acenando" }).waitFor();
  await page.keyboard.press("Escape");
  await search.waitFor({ state: "detached" });
  await ana.room(CUSTOMER).waitFor();
  expect(await input().inputValue()).toBe("👋");
  await input().fill("");
});

step("text typed in a dialog presses none of its buttons", async () => {
  await ana.button("Transferir").click();
  const dialog = ana.page.getByRole("dialog", { name: "Transferir atendimento" });
  await dialog.waitFor();
  for (const text of SENTENCES) {
    // The list of people is open over the dialog and hides its buttons from the roles.
    await ana.page.locator(".dialog-foot button").last().focus();
    await typeBlindly(ana.page, text);
    await dialog.waitFor();
  }
  await ana.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await onlyTextAppears("after a dialog", input(), away());

  await ana.button("Mais opções").click();
  const menu = ana.page.getByRole("menu");
  await menu.waitFor();
  for (const text of SENTENCES) {
    await typeBlindly(ana.page, text);
    await menu.waitFor();
  }
  await ana.page.keyboard.press("Escape");
  await onlyTextAppears("after a menu", input(), away());
});

step(
  "in the palette, text and Enter change no ticket and send nothing; Ctrl+Enter runs the command",
  async () => {
    const { page } = ana;
    const palette = page.getByRole("dialog", { name: "Buscar ou ir para" });
    const inTicket = async () => {
      await page.goto(`${office.url}/tickets/${ticket.uuid}`);
      await input().waitFor();
    };
    const COMMANDS = [
      "resolver",
      "resolver sem",
      "devolver",
      "transferir",
      "novo atend",
      "aceitar",
      "assumir",
    ];
    await inTicket();
    for (const text of [...COMMANDS, ...TEXTS]) {
      await page.keyboard.press("Control+k");
      await palette.waitFor();
      const watch = watchChanges(page);
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
      await page.keyboard.press("Enter");
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      watch.stop();
      expect({ text, changes: watch.changes }).toEqual({ text, changes: [] });
      if (COMMANDS.slice(0, 5).includes(text))
        await palette.getByText("clique ou aperte Ctrl+Enter").waitFor();
      await page.keyboard.press("Escape");
      // A text may have named a page or a ticket, which the palette opens.
      if (!page.url().endsWith(ticket.uuid)) await inTicket();
    }
    expect(await office.call<{ status: string }>("GET", `/tickets/${ticket.id}`)).toMatchObject({
      status: "open",
    });
    await inTicket();
    await page.keyboard.press("Control+k");
    await palette.waitFor();
    await page.keyboard.type("transferir");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("dialog", { name: "Transferir atendimento" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await inTicket();
  },
);

step("commands work beside a draft: F2 and one letter, and none after Esc", async () => {
  const { keyboard } = ana.page;
  await input().fill("meio rascunho");
  await keyboard.press("F2");
  await ana.page.getByRole("toolbar", { name: "Comandos" }).waitFor();
  await keyboard.press("Escape");
  await keyboard.type(" e mais");
  expect(await input().inputValue()).toBe("meio rascunho e mais");
  await keyboard.press("Control+/");
  await keyboard.press("n");
  await ana.page.getByRole("textbox", { name: "Nota interna" }).waitFor();
  await ana.button("Mensagem").click();
  expect(await input().inputValue()).toBe("meio rascunho e mais");
  await input().fill("");
});

step(
  "text typed with only the list on screen opens no conversation in which the rest could be sent",
  async () => {
    await ana.page.goto(`${office.url}/tickets`);
    await ana.row(CUSTOMER).waitFor();
    for (const text of ["ja vi seu pedido", "ok, ja te respondo", "no fim da fila"]) {
      await typeBlindly(ana.page, text);
      await ana.page.keyboard.press("Enter");
      expect(new URL(ana.page.url()).pathname).toBe("/tickets");
      await ana.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    }
    await ana.row(CUSTOMER).getByRole("link").click();
    await ana.room(CUSTOMER).waitFor();
  },
);

step(
  "text typed after resolving reopens, accepts and sends nothing",
  async () => {
    await office.customer(OTHER).send.text(office.world.shop, "Oi");
    const { users } = await office.call<{ users: { id: number }[] }>("GET", "/users?pageNumber=1");
    await office.call("POST", "/chats", { title: "Equipe", users: users.map(({ id }) => ({ id })) });
    const { page } = ana;
    await page.keyboard.press("F2");
    await page.keyboard.press("e");
    await ana.toast("Atendimento resolvido").waitFor();
    const sent = received().length;
    // `g` with a letter may lead to another page, and `?` opens the sheet of shortcuts: neither leads to a text box whose
    // Enter sends or saves.
    const pages = [...PAGES].map((letter) => `g${letter}oi, tudo bem`);
    const texts = [...SENTENCES, ...FREE_LETTERS, ...pages, ...randomTexts(SEED + 1, 2, 30)];
    for (const text of texts) {
      await page.goto(`${office.url}/tickets`);
      await ana.row(OTHER).or(ana.list).first().waitFor();
      await changesNothing(page, text);
    }
    // The open conversation of a resolved ticket takes notes alone, and only after its button or F2 n.
    for (const text of [...SENTENCES.slice(1), ...FREE_LETTERS]) {
      await page.goto(`${office.url}/tickets/${ticket.uuid}`);
      await page.getByText("Este atendimento foi resolvido").waitFor();
      await changesNothing(page, text);
    }
    await page.goto(`${office.url}/tickets/${ticket.uuid}`);
    await page.getByText("Este atendimento foi resolvido").waitFor();
    await page.keyboard.press("F2");
    await page.keyboard.press("n");
    const note = page.getByRole("textbox", { name: "Nota interna" });
    await note.waitFor();
    await page.keyboard.type("e no fim g t?");
    expect(await note.inputValue()).toBe("e no fim g t?");
    await note.fill("");
    expect(received().length).toBe(sent);
    const { status } = await office.call<{ status: string }>("GET", `/tickets/${ticket.id}`);
    expect(status).toBe("closed");
  },
  120_000,
);

step("no text typed in this journey reached the customer", async () => {
  const texts = JSON.stringify(received().map(({ content }) => content));
  for (const text of TEXTS) expect(texts).not.toContain(text);
});
