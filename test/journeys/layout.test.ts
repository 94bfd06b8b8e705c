import { afterAll, beforeAll, expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import type { Phone } from "#simulator/phones/phone.ts";
import { linkConnection } from "#test/helpers/whatsapp-world.ts";
import { PHONE } from "./helpers/browser.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, BRUNO, type Office, OWNER, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** Room on small notebooks and phones (docs/rules/pages.md#room), measured in the browser. */
const NOTEBOOK = { width: 1366, height: 768 };
const LEAST_CONVERSATION = 560;
const LEAST_TARGET = 44;
/** Two bars above a conversation on a phone: tabs (45 px) and head (60 px). */
const TWO_BARS = 110;
const NORTH = "Loja Norte";

let office: Office;
let ana: Desk;
let bruno: Desk;
let davi: Phone;
let maximiliana: Phone;
/** Height of a row of the ticket list on a phone, px. */
let ticketRow: number;

beforeAll(async () => {
  office = await openOffice();
}, 60_000);
afterAll(async () => {
  await office?.close();
});

const step = steps(() => office?.browser);

async function boxOf(locator: Locator) {
  // The page may replace the element between the two calls.
  for (let attempt = 0; attempt < 50; attempt += 1) {
    await locator.waitFor();
    const box = await locator.boundingBox();
    if (box) return box;
  }
  throw new Error(`not on screen: ${locator}`);
}

const widthOf = async (page: Page) => (await boxOf(page.locator(".pane-main"))).width;

/** A number that the network knows. */
async function numberOf(name: string): Promise<string> {
  const number = `55119888${String(name.length).padStart(5, "0")}`;
  office.customer(name, number);
  return number;
}

/** Whether the label of a button is visible, not only its icon. */
const showsWord = (button: Locator) => button.getByText(/\S/).first().isVisible();

step("at 1366 × 768 the menu folds and the conversation keeps 560 px beside list and contact", async () => {
  maximiliana = office.customer("Maximiliana Albuquerque de Vasconcelos");
  ana = await office.desk(ANA, { viewport: NOTEBOOK });
  await maximiliana.send.text(office.world.shop, "Bom dia!");
  await ana.tab("Aguardando").click();
  await ana.press("Aceitar", "Maximiliana Albuquerque de Vasconcelos");
  await ana.page.getByRole("complementary", { name: /contato/i }).waitFor();
  expect(await widthOf(ana.page)).toBeGreaterThanOrEqual(LEAST_CONVERSATION);
  expect(await showsWord(ana.button("Resolver"))).toBe(true);
  await ana.button("Expandir o menu").waitFor();
});

step("a row's button leaves the names of queue and connection readable", async () => {
  await office.world.server.signIn();
  const names = { queue: "Encomendas", connection: "WhatsApp da loja" };
  await office.call("PUT", `/queue/${office.queues.vendas}`, { name: names.queue, color: "#0b72c4" });
  await office.call("PUT", `/whatsapp/${office.connectionId}`, { name: names.connection });
  await ana.page.reload();
  const row = ana.row("Maximiliana Albuquerque de Vasconcelos");
  await row.hover();
  const button = await boxOf(ana.rowButton("Resolver", "Maximiliana Albuquerque de Vasconcelos"));
  for (const name of Object.values(names)) {
    const chip = row.locator(".row-chips .chip", { hasText: name });
    const box = await boxOf(chip);
    expect({ name, overlaps: button.y + button.height > box.y }).toEqual({ name, overlaps: false });
    // The part of the name that is drawn.
    const shown = await chip.locator(".ellipsis").evaluate((text) => text.clientWidth / text.scrollWidth);
    expect({ name, isReadable: shown > 0.75 }).toEqual({ name, isReadable: true });
  }
});

step("a waiting row whose bot answers shows the whole word beside 'Aceitar'", async () => {
  const customer = office.customer("Teodora Lins");
  await customer.send.text(office.world.shop, "Oi!");
  await ana.tab("Aguardando").click();
  const row = ana.row("Teodora Lins");
  await row.waitFor();
  const id = await row.getAttribute("data-ticket");
  await office.call("PUT", `/tickets/${id}`, { chatbot: true, queueId: office.queues.vendas });
  const word = row.locator(".row-chips .chip .ellipsis", { hasText: "Chatbot" });
  await word.waitFor({ state: "attached" });
  await boxOf(ana.rowButton("Aceitar", "Teodora Lins"));
  const [end, edge] = [await boxOf(word), await boxOf(row.locator(".row-chips"))];
  const isCut = await word.evaluate((text) => text.scrollWidth > text.clientWidth);
  expect({ isCut, isInside: end.x + end.width <= edge.x + edge.width }).toEqual({
    isCut: false,
    isInside: true,
  });
  await ana.tab("Atendendo").click();
});

step(
  "a message marked as read by the network (ack 3) has no colour, a read receipt (4) has one",
  async () => {
    const name = "Maximiliana Albuquerque de Vasconcelos";
    await ana.send(name, "Já separei para você.");
    const mark = ana.message("Já separei para você.").locator(".ack");
    await ana.marked(ana.message("Já separei para você."), "Recebida").waitFor();
    maximiliana.read(office.world.shop);
    await ana.marked(ana.message("Já separei para você."), "Lida").waitFor();
    // The network of this test sends no ack 3: the class of the mark is changed, to measure its style.
    const isColoured = (marked: string) =>
      mark.evaluate((element, className) => {
        element.setAttribute("class", `ack ${className}`);
        const [own, around] = [element, element.parentElement].map(
          (one) => getComputedStyle(one as Element).color,
        );
        return own !== around;
      }, marked);
    expect(await isColoured("ack-seen")).toBe(true);
    expect(await isColoured("ack-read")).toBe(false);
  },
);

step("a menu opened by hand stays open, and the conversation keeps its width", async () => {
  await ana.button("Expandir o menu").click();
  await ana.page.getByRole("complementary", { name: /contato/i }).waitFor({ state: "hidden" });
  expect(await widthOf(ana.page)).toBeGreaterThanOrEqual(LEAST_CONVERSATION);
  expect(await showsWord(ana.button("Resolver"))).toBe(true);
  await ana.page.reload();
  await ana.button("Recolher o menu").waitFor();
  expect(await widthOf(ana.page)).toBeGreaterThanOrEqual(LEAST_CONVERSATION);
  await ana.button("Recolher o menu").click();
  await ana.page.getByRole("complementary", { name: /contato/i }).waitFor();
  expect(await widthOf(ana.page)).toBeGreaterThanOrEqual(LEAST_CONVERSATION);
});

step("the menu shows the item of the current page, on any page", async () => {
  const admin = await office.desk(OWNER, { viewport: NOTEBOOK });
  const menu = admin.page.getByRole("navigation", { name: "Menu principal" });
  for (const path of ["/announcements", "/campaigns-config", "/settings", "/tickets", "/cockpit"]) {
    await admin.page.goto(office.url + path);
    await menu.locator(".drawer-link-on").waitFor();
    const isSeen = () =>
      menu.locator(".drawer-link-on").evaluate((link) => {
        const box = link.getBoundingClientRect();
        const room = link.closest(".drawer-sections")?.getBoundingClientRect();
        return room !== undefined && box.top >= room.top && box.bottom <= room.bottom + 0.5;
      });
    for (let tries = 0; tries < 50 && !(await isSeen()); tries += 1) await admin.page.waitForTimeout(20);
    expect({ path, isSeen: await isSeen() }).toEqual({ path, isSeen: true });
  }
  await admin.context.close();
});

step("on a phone two bars are above the conversation, with Retornar and Transferir in one tap", async () => {
  const customer = office.customer("Davi Melo");
  davi = customer;
  bruno = await office.desk(BRUNO, { viewport: PHONE, hasTouch: true, isMobile: true });
  await customer.send.text(office.world.shop, "Boa tarde!");
  await bruno.tab("Aguardando").tap();
  await bruno.rowButton("Aceitar", "Davi Melo").tap();
  await bruno.input("Davi Melo").waitFor();
  // No bar of the product, no row of tags.
  expect((await boxOf(bruno.conversation)).y).toBeLessThanOrEqual(TWO_BARS);
  const edges: { readonly x: number; readonly end: number }[] = [];
  for (const name of ["Voltar para a lista", "Retornar", "Transferir", "Resolver", "Mais opções"]) {
    const { x, width, height } = await boxOf(bruno.button(name));
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(LEAST_TARGET);
    edges.push({ x, end: x + width });
  }
  for (const [at, { x }] of edges.entries()) expect(x).toBeGreaterThanOrEqual(edges[at - 1]?.end ?? 0);
  expect(edges.at(-1)?.end).toBeLessThanOrEqual(PHONE.width);
  expect((await boxOf(bruno.page.locator(".head-who"))).width).toBeGreaterThanOrEqual(100);
});

step("on a phone the tags of a ticket are chosen from its menu and shown in its header", async () => {
  await office.world.server.signIn();
  await office.call("POST", "/tags", { name: "VIP", color: "#c02a37" });
  await bruno.page.reload();
  await bruno.input("Davi Melo").waitFor();
  await bruno.button("Mais opções").tap();
  await bruno.page.getByRole("menuitem", { name: "Tags do atendimento" }).tap();
  await bruno.page.getByRole("dialog").getByText("VIP").tap();
  await bruno.page.keyboard.press("Escape");
  await bruno.page.locator(".head").getByText("VIP").waitFor({ state: "attached" });
});

step(
  "on a phone a contact who writes to two connections adds no bar: both are reached from the menu of the head",
  async () => {
    await office.world.server.signIn();
    const north = office.world.network.addPhone({ number: "5511400010002", name: NORTH });
    const id = await linkConnection(office.world, NORTH, north);
    await office.call("PUT", `/whatsapp/${id}`, { queueIds: [office.queues.vendas], sendIntervalMs: 0 });
    await davi.send.text(north, "Também escrevo aqui");
    await bruno.page.reload();
    await bruno.input("Davi Melo").waitFor();
    await bruno.page.locator(".head-elsewhere").waitFor();
    expect((await boxOf(bruno.conversation)).y).toBeLessThanOrEqual(TWO_BARS);
    await bruno.button("Mais opções").tap();
    await bruno.page.getByRole("menuitem", { name: "Outras conexões do contato" }).tap();
    const dialog = bruno.page.getByRole("dialog", { name: "Outras conexões do contato" });
    await dialog.getByText(`Este contato aguarda em ${NORTH}`).waitFor();
    await dialog.getByRole("button", { name: "Abrir" }).tap();
    await dialog.waitFor({ state: "detached" });
    await bruno.page.locator(".head").getByText(NORTH).waitFor();
  },
);

step("on a phone a row with queue, connection, bot and tags still names its attendant", async () => {
  const { tickets } = await office.call<{ tickets: { id: number; contact: { name: string } }[] }>(
    "GET",
    "/tickets?status=open&showAll=true",
  );
  const ticket = tickets.find(({ contact }) => contact.name === "Davi Melo");
  await office.call("PUT", `/tickets/${ticket?.id}`, { chatbot: true });
  await bruno.button("Voltar para a lista").tap();
  const row = bruno.row("Davi Melo");
  await row.getByText("Chatbot").waitFor({ state: "attached" });
  const chips = await boxOf(row.locator(".row-chips"));
  for (const chip of [row.locator(".chip").first(), row.locator(".row-person")]) {
    const { y, width, height } = await boxOf(chip);
    expect(y + height).toBeLessThanOrEqual(chips.y + chips.height + 1);
    expect(width).toBeGreaterThanOrEqual(52);
  }
  ticketRow = (await boxOf(row)).height;
});

step("on a phone an admin finds 'Ativo até' in the menu", async () => {
  const { plans } = await office.call<{ plans: { id: number }[] }>("GET", "/plans");
  const buyer = { name: "Padaria Sol", email: "sol@example.com", password: "segredo-da-sol" };
  await office.call("POST", "/companies", {
    ...buyer,
    planId: plans.at(0)?.id,
    dueDate: "2031-05-09",
    phone: "11999990000",
  });
  const admin = await office.desk(buyer, { viewport: PHONE, hasTouch: true, isMobile: true });
  await admin.button("Abrir o menu").tap();
  await admin.page.getByRole("dialog", { name: "Menu principal" }).getByText("Ativo até 09/05/2031").tap();
  await admin.page.waitForURL(/\/subscription/);
});

step("the campaign column for the confirmation is visible from 1280 px", async () => {
  await office.world.server.signIn();
  await office.call("POST", "/contact-lists", { name: "Clientes do Natal de 2026" });
  const scheduledAt = "2031-12-20T12:00:00.000Z";
  const lists = await office.call<{ records: { id: number }[] }>("GET", "/contact-lists");
  const contactListId = lists.records[0]?.id;
  const campaign = { name: "Promoção de Natal das lojas", message1: "Olá!", scheduledAt, contactListId };
  await office.call("POST", "/campaigns", { ...campaign, whatsappId: office.connectionId });
  const admin = await office.desk(OWNER, { viewport: { width: 1280, height: 800 } });
  await admin.page.goto(`${office.url}/campaigns`);
  await admin.page.getByRole("columnheader", { name: "Confirmação" }).waitFor();
  expect(await admin.page.evaluate(() => document.documentElement.scrollWidth)).toBe(1280);
  await admin.context.close();
});

step("a super user starts at the cockpit and finds the companies in the menu", async () => {
  const admin = await office.desk(OWNER, { viewport: NOTEBOOK });
  await admin.page.goto(office.url);
  await admin.page.waitForURL(/\/cockpit$/);
  await admin.page.getByRole("link", { name: "Empresas", exact: true }).click();
  await admin.page.waitForURL(/\/companies$/);
  await admin.page.getByRole("heading", { name: "Empresas", level: 1 }).waitFor();
  await admin.page.getByRole("table").getByText("Padaria Sol").first().waitFor();
  await admin.page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await admin.page.waitForURL(/\/dashboard$/);
  expect(
    await admin.page
      .getByRole("navigation")
      .getByRole("link", { name: "Dashboard" })
      .getAttribute("aria-current"),
  ).toBe("page");
  await admin.context.close();
});

step("chosen contacts get a tag, and the server filters by it and sorts the list", async () => {
  await office.world.server.signIn();
  for (const name of ["Zélia", "Amanda"])
    await office.call("POST", "/contacts", { name, number: await numberOf(name) });
  const admin = await office.desk(OWNER);
  const { page } = admin;
  await page.goto(`${office.url}/contacts`);
  const names = () => page.locator(".contact-name").allTextContents();
  await page.getByRole("button", { name: /Ordenar/ }).click();
  await page.getByRole("option", { name: "Nome, Z a A" }).click();
  await page.locator(".contact-name").first().filter({ hasText: "Zélia" }).waitFor();
  expect((await names()).at(-1)).toBe("Amanda");
  await page.getByText("Selecionar Davi Melo").locator("..").click();
  await page.getByRole("button", { name: "Adicionar tag" }).click();
  await page.getByRole("menuitem", { name: "VIP" }).click();
  await admin.toast("1 contato recebeu a tag VIP.").waitFor();
  await page.getByRole("button", { name: /Filtrar por tag/ }).click();
  await page.getByRole("option", { name: "VIP" }).click();
  await page.locator(".contact-name").nth(1).waitFor({ state: "detached" });
  expect(await names()).toEqual(["Davi Melo"]);
  await admin.context.close();
});

step("chosen contacts begin a new campaign with a list of them", async () => {
  const admin = await office.desk(OWNER);
  const { page } = admin;
  await page.goto(`${office.url}/contacts`);
  await page.getByText("Selecionar Amanda").locator("..").click();
  await page.getByRole("button", { name: "Nova campanha" }).click();
  const dialog = page.getByRole("dialog", { name: "Nova campanha" });
  await dialog.getByRole("button", { name: /^Contatos de \d\d\/\d\d\/\d{4}/ }).waitFor();
  await page.waitForURL(/\/campaigns$/);
  await dialog.getByText("1 destinatário").waitFor();
  await dialog.getByText("Risco de bloqueio").waitFor();
  expect(await dialog.getByLabel(/^Nome/).evaluate((field) => field === document.activeElement)).toBe(true);
  await admin.context.close();
});

step("on a phone a contact row is no taller than a ticket row", async () => {
  const admin = await office.desk(OWNER, { viewport: PHONE, hasTouch: true, isMobile: true });
  await admin.page.goto(`${office.url}/contacts`);
  const card = admin.page.getByRole("listitem").filter({ hasText: "Davi Melo" });
  expect((await boxOf(card)).height).toBeLessThanOrEqual(ticketRow);
  expect(await admin.page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  await admin.context.close();
});

step("the effects of deleting a queue are a list with one bullet per line", async () => {
  const admin = await office.desk(OWNER, { viewport: PHONE, hasTouch: true, isMobile: true });
  await admin.page.goto(`${office.url}/queues`);
  await admin.page
    .getByRole("button", { name: /^Excluir/ })
    .first()
    .click();
  const list = admin.page.locator(".queue-uses");
  await list.waitFor();
  expect(await list.evaluate((element) => getComputedStyle(element).listStyleType)).toBe("disc");
  await admin.context.close();
});

step("the pages report no error during the journey", async () => {
  expect(Object.values(office.browser.problems()).flat()).toEqual([]);
});
