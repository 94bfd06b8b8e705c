import { afterAll, beforeAll, expect } from "bun:test";
import { PHONE } from "./helpers/browser.ts";
import { Desk } from "./helpers/desk.ts";
import { ANA, BRUNO, type Office, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** Login, one login session per user, language, theme, phone. */
const CUSTOMER = "Marina Ribeiro";
const REPLACED = "Sua conta foi acessada em outro computador.";

let office: Office;
let ana: Desk;

beforeAll(async () => {
  office = await openOffice();
}, 60_000);
afterAll(async () => {
  await office?.close();
});

const step = steps(() => office?.browser);
/** Marks the page, to detect a reload later. */
const mark = (desk: Desk) => desk.page.evaluate(() => Object.assign(globalThis, { sameVisit: true }));
const isMarked = (desk: Desk) => desk.page.evaluate(() => Reflect.get(globalThis, "sameVisit") === true);
const attribute = (desk: Desk, name: string) => desk.page.locator("html").getAttribute(name);

step("a wrong password shows an error and keeps the typed e-mail", async () => {
  ana = new Desk(await office.browser.visitor("ana at home"));
  ana.problems.allow(/401 \(Unauthorized\)/);
  const { page } = ana;
  await page.goto(`${office.url}/tickets`);
  await page.waitForURL(/\/login/);
  await ana.button("Entrar").click();
  await page.getByText("Obrigatório").first().waitFor();
  await page.getByLabel("E-mail").fill(ANA.email);
  await page.getByLabel("Senha", { exact: true }).fill("não é esta");
  await ana.button("Entrar").click();
  await ana.toast("Erro de autenticação. Tente de novo.").waitFor();
  expect(await page.getByLabel("E-mail").inputValue()).toBe(ANA.email);
});

step("after the login the user is on the requested page", async () => {
  const customer = office.customer(CUSTOMER);
  await customer.send.text(office.world.shop, "Olá! Tudo bem?");
  await ana.page.getByLabel("Senha", { exact: true }).fill(ANA.password);
  await ana.button("Entrar").click();
  await ana.tab("Aguardando").click();
  await ana.press("Aceitar", CUSTOMER);
  await ana.input(CUSTOMER).fill("Um rascunho que não pode se perder");
  await ana.row(CUSTOMER).getByText("Rascunho:").waitFor();
});

step("a page whose user signed in elsewhere shows that and reloads after a second", async () => {
  const place = ana.page.url();
  await mark(ana);
  const elsewhere = new Desk(await office.browser.visitor("ana at work"));
  await ana.page.evaluate((words) => {
    const look = () => {
      if (!document.body.textContent.includes(words)) return;
      observer.disconnect();
      sessionStorage.setItem("toldAt", String(Date.now()));
    };
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
  }, REPLACED);
  await elsewhere.signIn(office.url, ANA);
  elsewhere.problems.allowEndOfSession();
  await ana.page.waitForURL(/\/login/);
  const waited = await ana.page.evaluate(
    () => performance.timeOrigin - Number(sessionStorage.getItem("toldAt")),
  );
  expect(waited).toBeGreaterThan(900);
  expect(waited).toBeLessThan(5000);
  expect(await isMarked(ana)).toBe(false);
  expect(await ana.page.evaluate(() => localStorage.getItem("token"))).toBeNull();

  // The other way round: she returns to the page she was signed out of, and her draft is still there.
  await ana.page.getByLabel("E-mail").fill(ANA.email);
  await ana.page.getByLabel("Senha", { exact: true }).fill(ANA.password);
  // The toast is on screen for a few seconds only: it is awaited from before the sign-in on.
  const replaced = elsewhere.toast(REPLACED).waitFor();
  await ana.button("Entrar").click();
  await Promise.all([ana.input(CUSTOMER).waitFor(), replaced]);
  expect(new URL(ana.page.url()).pathname).toBe(new URL(place).pathname);
  expect(await ana.input(CUSTOMER).inputValue()).toBe("Um rascunho que não pode se perder");
  await elsewhere.page.waitForURL(/\/login/);
});

step("the language changes in place and is remembered", async () => {
  await mark(ana);
  const choose = async (menu: string, language: string) => {
    await ana.button(menu).click();
    await ana.page.getByRole("menuitemradio", { name: language }).click();
  };
  await choose("Menu do perfil", "English");
  await ana.tab("Open").waitFor();
  expect(await attribute(ana, "lang")).toBe("en-US");
  await choose("Profile menu", "Español");
  await ana.tab("Abiertas").waitFor();
  expect(await isMarked(ana)).toBe(true);
  await ana.page.reload();
  await ana.tab("Abiertas").waitFor();
  expect(await attribute(ana, "lang")).toBe("es-ES");
  await choose("Menú del perfil", "Português");
  await ana.tab("Abertos").waitFor();
});

step("the theme changes in place and is remembered", async () => {
  await mark(ana);
  const background = () => ana.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await ana.button("Tema escuro").click();
  await ana.button("Tema claro").waitFor();
  expect(await background()).not.toBe(light);
  expect(await isMarked(ana)).toBe(true);
  await ana.page.reload();
  await ana.button("Tema claro").waitFor();
  expect(await attribute(ana, "data-theme")).toBe("dark");
});

step("on a phone the list and the ticket are two tabs", async () => {
  const customer = office.customer("Davi Melo");
  await customer.send.text(office.world.shop, "Boa tarde!");
  const bruno = await office.desk(BRUNO, { viewport: PHONE, hasTouch: true, isMobile: true });
  const { page } = bruno;
  await bruno.tab("Aguardando").tap();
  await bruno.rowButton("Aceitar", "Davi Melo").tap();
  await bruno.input("Davi Melo").waitFor();
  await bruno.list.waitFor({ state: "hidden" });
  await bruno.input("Davi Melo").tap();
  await bruno.send("Davi Melo", "Boa tarde! Em que posso ajudar?");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(PHONE.width);

  await page.getByRole("tab", { name: "Atendimentos" }).tap();
  await bruno.row("Davi Melo").waitFor();
  await bruno.input("Davi Melo").waitFor({ state: "hidden" });
  await page.getByRole("tab", { name: "Ticket" }).tap();
  await bruno.input("Davi Melo").waitFor();
  await bruno.button("Voltar para a lista").tap();
  await bruno.row("Davi Melo").waitFor();

  await bruno.button("Abrir o menu").tap();
  await page
    .getByRole("dialog", { name: "Menu principal" })
    .getByRole("link", { name: "Atendimentos" })
    .tap();
  await page.getByRole("dialog", { name: "Menu principal" }).waitFor({ state: "detached" });
});

step("signing out in one tab signs out the other", async () => {
  const second = await ana.context.newPage();
  await second.goto(`${office.url}/tickets`);
  await second.getByRole("region", { name: "Atendimentos", exact: true }).waitFor();
  await ana.button("Menu do perfil").click();
  await ana.page.getByRole("menuitem", { name: "Sair" }).click();
  await ana.page.waitForURL(/\/login/);
  await second.waitForURL(/\/login/);
});

step("the pages report no error during the journey", async () => {
  const all = Object.values(office.browser.problems()).flat();
  expect(all).toEqual([]);
});
