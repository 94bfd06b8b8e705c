import { afterAll, beforeAll, expect } from "bun:test";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expectNoBarriers } from "./helpers/accessibility.ts";
import { PAGES } from "./helpers/all-pages.ts";
import { DESKTOP, PHONE, type Visitor } from "./helpers/browser.ts";
import { goTo } from "./helpers/go-to.ts";
import { ANA, type Office, OWNER, openOffice } from "./helpers/office.ts";
import { signedIn } from "./helpers/signed-in.ts";
import { steps } from "./helpers/steps.ts";

/**
 * Every page of the company's administration with data, in all three languages: on desktop and phone in both themes by the
 * rules of WCAG 2.2 AA; its dialog opened and closed by keyboard only. Each page is shown once per language.
 */
const SCREENS = [
  { name: "desk", locale: "pt-BR", isChecked: true, options: { viewport: DESKTOP } },
  {
    ...{ name: "phone", locale: "es-ES", isChecked: true },
    options: { viewport: PHONE, hasTouch: true, isMobile: true },
  },
  {
    name: "notebook",
    locale: "en-US",
    isChecked: false,
    options: { viewport: { width: 1366, height: 768 } },
  },
];
/** Pages per step: a step has a minute, and a slow machine needs some seconds per page. */
const PAGES_OF_A_STEP = 6;
/** How often Tab may be pressed before the button must have been reached. */
const MOST_TABS = 60;

let office: Office;
beforeAll(async () => {
  office = await openOffice();
  const { call, queues } = office;
  office.customer("Marina Ribeiro", "5511977776666");
  const contact = await call<{ id: number }>("POST", "/contacts", {
    name: "Marina Ribeiro",
    number: "5511977776666",
  });
  await call("POST", "/contact-lists", { name: "Natal" });
  await call("POST", "/files", { name: "Catálogos", message: "Veja", options: [{ name: "Preços" }] });
  await call("POST", "/tags", { name: "Orçamento", color: "#7c4dff", kanban: 1 });
  await call("POST", "/tags", { name: "Entrega", color: "#00a884", kanban: 1 });
  await call("POST", "/quick-messages", {
    shortcode: "pix",
    message: "Nossa chave é pix@loja.com.br",
    geral: true,
  });
  await call("POST", "/queue-options", {
    queueId: queues.vendas,
    title: "Preços",
    option: "1",
    message: "A partir de R$ 10",
  });
  await call("POST", "/tickets", { contactId: contact.id, queueId: queues.vendas, status: "open" });
  const list = await call<{ id: number }>("POST", "/contact-lists", { name: "Clientes" });
  const item = { name: "Marina Ribeiro", number: "5511977776666", contactListId: list.id };
  await call("POST", "/contact-list-items", item);
  await call("POST", "/campaigns", {
    name: "Semana do bolo",
    contactListId: list.id,
    message1: "Oi {nome}!",
    scheduledAt: new Date().toISOString(),
  });
  await call("POST", "/campaign-settings", { settings: { variables: [{ key: "loja", value: "Aurora" }] } });
  const users = await call<{ users: { id: number; name: string }[] }>("GET", "/users");
  const members = users.users.filter(({ name }) => name === ANA.name).map(({ id }) => ({ id }));
  const chat = await call<{ id: number }>("POST", "/chats", { title: "Balcão e cozinha", users: members });
  await call("POST", `/chats/${chat.id}/messages`, { message: "Bom dia! Hoje tem *bolo*." });
  await call("POST", "/queueIntegration", {
    type: "webhook",
    name: "Pedidos",
    urlN8N: "https://example.com/gancho",
  });
  await call("POST", "/announcements", { title: "Novidades", text: "Chegaram as integrações", priority: 3 });
  await call("POST", "/schedules", {
    body: "Até amanhã, {{firstName}}!",
    contactId: contact.id,
    sendAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await addWideTexts(members);
}, 60_000);
afterAll(async () => {
  await office?.close();
});

/** Words without a place to break, directions and markup, in the lists and tables of the pages. */
async function addWideTexts(members: readonly { readonly id: number }[]): Promise<void> {
  const { call, queues } = office;
  const wide = `\u202e${"W".repeat(49)}`;
  const long = `<b>${"W".repeat(1_000)}</b>`;
  office.customer(wide, "5511977770001");
  const contact = await call<{ id: number }>("POST", "/contacts", { name: wide, number: "5511977770001" });
  await call("POST", "/tickets", { contactId: contact.id, queueId: queues.vendas, status: "open" });
  const list = await call<{ id: number }>("POST", "/contact-lists", { name: wide });
  const item = { name: wide, number: "5511977770001", contactListId: list.id };
  await call("POST", "/contact-list-items", item);
  await call("POST", "/campaigns", { name: wide, contactListId: list.id, message1: long });
  await call("POST", "/files", { name: wide, message: long, options: [{ name: wide }] });
  await call("POST", "/quick-messages", { shortcode: wide, message: long, geral: true });
  await call("POST", "/tags", { name: wide, color: "#a0b0c0", kanban: 1 });
  const sendAt = new Date(Date.now() + 3_600_000).toISOString();
  await call("POST", "/schedules", { body: long, contactId: contact.id, sendAt });
  const chat = await call<{ id: number }>("POST", "/chats", { title: wide, users: members });
  await call("POST", `/chats/${chat.id}/messages`, { message: long });
}
const step = steps(() => office?.browser);

/** The page is complete: no request is running and no skeleton is visible. */
async function show(page: Page, path: string, title: RegExp): Promise<void> {
  await goTo(page, new URL(path, office.url));
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await page.locator(".skeleton").first().waitFor({ state: "detached" });
}

/** An admin with a browser in this language. */
async function visit(locale: string, options: BrowserContextOptions): Promise<Visitor> {
  const storageState = await signedIn(office.url, OWNER);
  return office.browser.visitor(`${locale} owner`, { ...options, locale, storageState });
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");

/** Presses Tab until the button has the focus. */
async function reach(page: Page, button: string): Promise<void> {
  for (let n = 0; n < MOST_TABS; n += 1) {
    if ((await focused(page)) === button) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`"${button}" is not reached by Tab`);
}

/** Opens the dialog of a page by keyboard, and closes it. */
async function openByKeyboard(page: Page, path: string, button: string): Promise<void> {
  await reach(page, button);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await expectNoBarriers(page, `${path}, dialog`);
  // Still, after everything that a dialog loads later has arrived.
  const hasFocus = () => document.querySelector('[role="dialog"]')?.contains(document.activeElement);
  expect({ path, hasFocus: await page.evaluate(hasFocus) }).toEqual({ path, hasFocus: true });
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  // The focus returns with the next frame.
  await page.waitForFunction((name) => document.activeElement?.textContent?.trim() === name, button);
}

/** Every text exists in the language of the page, and none is Portuguese in another one. */
async function expectLanguage(page: Page, path: string, locale: string): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.lang)).toStartWith(locale.slice(0, 2));
  const words = await page.locator("main :not(:has(*), textarea, option)").allTextContents();
  const tokens = words.filter((line) => /^[a-z]+(\.[a-z]+[A-Za-z]*)+$/.test(line));
  expect([path, tokens]).toEqual([path, []]);
  if (locale === "pt-BR") return;
  const foreign = words.filter((line) => /\b(não|você|ções|Salvar|Adicionar|Excluir)\b/.test(line));
  expect([path, foreign]).toEqual([path, []]);
}

for (const { name, locale, isChecked, options } of SCREENS) {
  const rules = isChecked ? ", and have no axe violations in both themes" : "";
  let owner: Visitor;
  for (let from = 0; from < PAGES.length; from += PAGES_OF_A_STEP) {
    const pages = PAGES.slice(from, from + PAGES_OF_A_STEP);
    const paths = pages.map(({ path }) => path).join(" ");
    step(`${name}: pages fit the screen, are in ${locale}${rules}: ${paths}`, async () => {
      if (from === 0) owner = await visit(locale, options);
      const { page, problems } = owner;
      for (const { path, title, add } of pages) {
        await show(page, path, locale === "pt-BR" ? title : /./);
        if (isChecked) await expectNoBarriers(page, path);
        await expectLanguage(page, path, locale);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect([path, overflow]).toEqual([path, 0]);
        if (add && locale === "pt-BR") await openByKeyboard(page, path, add);
      }
      expect(problems.unexpected()).toEqual([]);
    });
  }
}

step("Back from an unsaved form asks: it stays on cancel and goes back on discard", async () => {
  const { page } = await office.desk({ ...OWNER, name: "going owner" });
  await show(page, "/quick-messages", /^Respostas rápidas/);
  await page.getByRole("link", { name: "Tags" }).click();
  await page.getByRole("button", { name: "Nova tag" }).click();
  const name = page.getByRole("dialog").getByRole("textbox", { name: /^Nome/ });
  await name.fill("Retirada");
  await page.evaluate(() => history.back());
  await page.getByRole("button", { name: "Continuar editando" }).click();
  expect([new URL(page.url()).pathname, await name.inputValue()]).toEqual(["/tags", "Retirada"]);
  await page.evaluate(() => history.back());
  await page.getByRole("button", { name: "Sim, descartar" }).click();
  await page.getByRole("heading", { level: 1, name: /^Respostas rápidas/ }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
});

step("pages of admins redirect an attendant with a message", async () => {
  const { page } = await office.desk(ANA);
  for (const path of ["/users", "/queues", "/settings", "/connections"]) {
    await page.goto(`${office.url}${path}`);
    await page.waitForURL(`${office.url}/tickets`);
    await page.getByText("Acesso não permitido").first().waitFor();
  }
});
