import { afterAll, beforeAll, expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { DESKTOP, PHONE } from "./helpers/browser.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, BRUNO, type Office, OWNER, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** Where toasts appear (docs/rules/toasts.md#place) and how high lists of notifications are (docs/rules/forms.md#pages). */
const CUSTOMER = "Davi Melo";
const HIGHEST_LIST = 350;
/** Distance of a toast from the edges of the window, px. */
const EDGE = 16;

let office: Office;
let ana: Desk;

beforeAll(async () => {
  office = await openOffice();
}, 60_000);
afterAll(async () => {
  await office?.close();
});
const step = steps(() => office?.browser);

async function boxOf(locator: Locator) {
  await locator.waitFor();
  const box = await locator.boundingBox();
  if (!box) throw new Error(`not on screen: ${locator}`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** The box of the newest toast; fails when something covers it. */
async function toastBox(page: Page) {
  const toast = page.locator(".toast").last();
  const box = await boxOf(toast);
  const isOnTop = await toast.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(isOnTop).toBe(true);
  return box;
}

step(
  "on a desktop the toast of a ticket page is at the top right, below the buttons of the head",
  async () => {
    await office.customer(CUSTOMER).send.text(office.world.shop, "Bom dia!");
    ana = await office.desk(ANA, { viewport: DESKTOP });
    await ana.tab("Aguardando").click();
    await ana.press("Aceitar", CUSTOMER);
    await ana.button("Mais opções").click();
    await ana.page.getByRole("menuitem", { name: "Copiar protocolo" }).click();
    await ana.toast("Protocolo copiado").waitFor();
    const box = await toastBox(ana.page);
    const head = await boxOf(ana.page.locator(".head"));
    expect(DESKTOP.width - box.right).toBe(EDGE);
    expect(box.y).toBeGreaterThanOrEqual(head.bottom);
    expect(box.bottom).toBeLessThan(DESKTOP.height / 2);
  },
);

step("on a phone the toast of a ticket page is above the composer", async () => {
  const phone = await office.desk(
    { ...ANA, name: "ana's phone" },
    { viewport: PHONE, hasTouch: true, isMobile: true },
  );
  await phone.row(CUSTOMER).getByRole("link").tap();
  await phone.input(CUSTOMER).waitFor();
  await phone.button("Mais opções").tap();
  await phone.page.getByRole("menuitem", { name: "Copiar protocolo" }).tap();
  await phone.toast("Protocolo copiado").waitFor();
  const box = await toastBox(phone.page);
  const composer = await boxOf(phone.page.locator(".composer"));
  expect(box.bottom).toBeLessThanOrEqual(composer.y);
  expect(box.bottom).toBeGreaterThan(composer.y - 3 * EDGE);
  expect([box.x, box.right]).toEqual([8, PHONE.width - 8]);
  await phone.context.close();
});

step(
  "the toast of the login page is in the corner at the top right, also with the payment open",
  async () => {
    for (const [key, value] of [
      ["pixKey", "pix@balcao.com.br"],
      ["pixName", "Balcao"],
      ["pixCity", "Curitiba"],
    ])
      await office.call("PUT", `/settings/${key}`, { key, value });
    const { plans } = await office.call<{ plans: { id: number }[] }>("GET", "/plans");
    const plan = { name: "Pago", users: 3, connections: 1, queues: 3, value: 99.9 };
    expect(plans.length).toBeGreaterThan(0);
    const { id: planId } = await office.call<{ id: number }>("POST", "/plans", plan);
    const buyer = { name: "Padaria Sol", email: "sol@example.com", password: "segredo-da-sol" };
    const dueDate = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    await office.call("POST", "/companies", { ...buyer, planId, dueDate, phone: "11999990000" });
    const { page } = await office.browser.visitor("buyer", { viewport: DESKTOP });
    await page.goto(`${office.url}/login`);
    const signIn = async () => {
      await page.getByLabel("E-mail").fill(buyer.email);
      await page.getByLabel("Senha", { exact: true }).fill(buyer.password);
      await page.getByRole("button", { name: "Entrar" }).click();
    };
    await page.route("**/api/auth/login", (route) => route.abort());
    await signIn();
    const onLogin = await toastBox(page);
    expect([onLogin.y, DESKTOP.width - onLogin.right]).toEqual([EDGE, EDGE]);
    await page.unroute("**/api/auth/login");
    await page.locator(".toast-close").last().click();
    await signIn();
    const dialog = page.getByRole("dialog", { name: "Pagamento por Pix" });
    await dialog.getByLabel(/^Nome completo/).fill("Ana Souza");
    await dialog.getByLabel(/^Endereço/).fill("Rua das Flores, 10");
    await dialog.getByLabel(/^Cidade/).fill("São Paulo");
    await dialog.getByLabel(/^CEP/).fill("01310-100");
    await dialog.getByRole("button", { name: "Gerar o código Pix" }).click();
    await page
      .getByRole("region", { name: "Avisos" })
      .getByText(/Assinatura realizada/)
      .waitFor();
    const onPayment = await toastBox(page);
    expect([onPayment.y, DESKTOP.width - onPayment.right]).toEqual([EDGE, EDGE]);
    await page.context().close();
  },
);

/** The height of a full list of notifications. */
async function fullHeight(list: Locator): Promise<number> {
  const box = await boxOf(list);
  expect(await list.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeGreaterThan(0);
  return box.height;
}

step("full lists of notifications are at most 350 px high: team chats, announcements, tickets", async () => {
  const users = await office.call<{ users: { id: number; email: string }[] }>("GET", "/users?pageNumber=1");
  const bruno = users.users.find(({ email }) => email === BRUNO.email);
  for (let n = 1; n <= 9; n += 1) {
    const chat = await office.call<{ id: number }>("POST", "/chats", {
      title: `Equipe ${n}`,
      users: [{ id: bruno?.id }],
    });
    await office.call("POST", `/chats/${chat.id}/messages`, { message: "Bom dia, pessoal!" });
    await office.call("POST", "/announcements", { title: `Aviso ${n}`, text: "Manutenção no domingo." });
    await office.customer(`Cliente ${n}`).send.text(office.world.shop, "Oi, tudo bem?");
  }
  const desk = await office.desk(BRUNO, { viewport: DESKTOP });
  for (const [bell, list] of [
    ["Chat interno", ".chat-bell-list"],
    ["Informativos", ".announcements-list"],
  ] as const) {
    await desk.button(`${bell} (9)`).click();
    expect({ bell, height: await fullHeight(desk.page.locator(list)) }).toEqual({
      bell,
      height: HIGHEST_LIST,
    });
    await desk.page.keyboard.press("Escape");
  }
  const owner = users.users.find(({ email }) => email === OWNER.email);
  await office.call("PUT", `/users/${owner?.id}`, { allTicket: "enabled" });
  const admin = await office.desk(OWNER, { viewport: DESKTOP });
  await admin.page
    .locator(".top-bar")
    .getByRole("button", { name: /^Notificações/ })
    .click();
  await admin.page.locator(".notices-list").getByText("Cliente 9").waitFor();
  expect(await fullHeight(admin.page.locator(".notices-list"))).toBe(HIGHEST_LIST);
});
