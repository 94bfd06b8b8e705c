import { afterAll, beforeAll, expect } from "bun:test";
import type { Page } from "playwright-core";
import { GatewayTrustPort } from "#accounts/billing/gateways/port.ts";
import { makeCertificates } from "#simulator/efi/certificates.ts";
import { EFI_CLIENT, type EfiSimulator, startEfi } from "#simulator/efi/server.ts";
import { type MailServer, startMailServer } from "#simulator/mail/server.ts";
import { ServerHere } from "#test/helpers/server-here.ts";
import { SUPER } from "#test/helpers/server-process.ts";
import { expectNoBarriers } from "./helpers/accessibility.ts";
import { type JourneyBrowser, startBrowser, type Visitor } from "./helpers/browser.ts";
import { steps } from "./helpers/steps.ts";

/** A visitor signs up a company, works, misses a payment, pays, and works again. */
const PUBLIC = "https://balcao.example";
const DAY = 86_400_000;
const OWNER = { name: "Padaria Aurora", email: "dona@aurora.example", password: "pão de queijo" };

const certificates = makeCertificates();
let efi: EfiSimulator;
let mails: MailServer;
let server: ServerHere;
let browser: JourneyBrowser;
let visitor: Visitor;
let page: Page;

/** A call of the provider after a new sign-in, because days pass in this test. */
async function provider<T>(method: string, path: string, body?: unknown): Promise<T> {
  const send = (way: string, where: string, what: unknown, token?: string) =>
    fetch(`${server.url}/api${where}`, {
      method: way,
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      ...(what !== undefined && { body: JSON.stringify(what) }),
    }).then((reply) => reply.json());
  const { token } = (await send("POST", "/auth/login", SUPER)) as { token: string };
  return (await send(method, path, body, token)) as T;
}
/** By the rules of WCAG 2.2 AA, in the light and in the dark. */
const look = (name: string) => expectNoBarriers(page, name);
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const reads = (text: string | RegExp) => page.getByText(text).first().waitFor();

async function signIn(): Promise<void> {
  await page.goto(`${server.url}/login`);
  await page.getByLabel("E-mail").fill(OWNER.email);
  await page.getByLabel(/^Senha/).fill(OWNER.password);
  await press("Entrar");
}

beforeAll(async () => {
  efi = startEfi(certificates);
  mails = await startMailServer();
  server = new ServerHere({
    // The gateway accepts only public webhook addresses; the test sends its webhook calls itself.
    env: { EFI_URL: efi.url, PUBLIC_URL: PUBLIC, SMTP_URL: mails.url },
    plug: ({ ports }) => ports.plug(GatewayTrustPort, { ca: certificates.ca }),
  });
  [browser] = await Promise.all([startBrowser(), server.start()]);
  await provider("POST", "/plans", { name: "Básico", users: 3, connections: 1, queues: 3, value: 99.9 });
  for (const [key, value] of [
    ["pixKey", "financeiro@balcao.example"],
    ["pixName", "BALCAO LTDA"],
    ["pixCity", "SAO PAULO"],
    // The last step enables it.
    ["confirmSignup", "disabled"],
  ] as const)
    await provider("PUT", `/settings/${key}`, { key, value });
  visitor = await browser.visitor("dona");
  page = visitor.page;
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await server?.remove();
  await efi?.stop();
  await mails?.close();
});

const step = steps(() => browser);

step("a visitor reads the terms, and signs up on a plan", async () => {
  await page.goto(`${server.url}/login`);
  await page.getByRole("link", { name: "Termos de uso" }).click();
  await page.getByRole("heading", { name: "Pagamento e vencimento" }).waitFor();
  await look("term");
  await page.goto(`${server.url}/recovery`);
  await page.getByRole("button", { name: "Enviar código" }).waitFor();
  await look("recovery");
  await page.goto(`${server.url}/login`);
  await page.getByRole("link", { name: "Criar conta" }).click();
  await look("signup-data");
  await press("Continuar");
  await reads("Obrigatório");
  await page.getByLabel("Nome da empresa").fill(OWNER.name);
  await page.getByLabel("Seu nome").fill("Dona Aurora");
  await page.getByLabel("WhatsApp").fill("(11) 98765-4321");
  await page.getByLabel("E-mail").fill(OWNER.email);
  await page.getByLabel(/^Senha/).fill(OWNER.password);
  await page.getByLabel(/^Senha/).press("Enter");
  await reads(/R\$\s99,90 por mês/);
  await look("signup-plan");
  await press("Continuar");
  await reads("(11) 98765-4321");
  await look("signup-review");
  await press("Criar conta");
  await reads("Já pode efetuar o login!");
  await reads("Sua conta está pronta!");
  await look("signup-payment");
  await press("Pagar depois");
  // Signed in by what was typed: no login page in between.
  await page.waitForURL((url) => url.pathname === "/");
  await reads(/Olá, /);
});

step(
  "the new company works in its trial, which is shown at sign-in and on the subscription page",
  async () => {
    await press("Menu do perfil");
    await page.getByRole("menuitem", { name: "Sair" }).click();
    await page.waitForURL("**/login");
    await signIn();
    await reads("Sua assinatura vence em 3 dia(s)");
    await reads(/Ativo até \d\d\/\d\d\/\d{4}/);
    await page.goto(`${server.url}/subscription`);
    await reads("Seu período de teste termina em 3 dias");
    await page.getByLabel("E-mail de cobrança").waitFor();
    expect(await page.getByLabel("E-mail de cobrança").inputValue()).toBe(OWNER.email);
    await look("subscription");
    await press("Pagar fatura");
    await press("Gerar o código Pix");
    await reads("O nome completo é obrigatório");
    await look("subscription-payer");
    await page.getByLabel("Nome completo").fill("Dona Aurora");
    await page.getByLabel("Endereço").fill("Rua das Flores, 10");
    await page.getByLabel("Cidade").fill("São Paulo");
    await page.getByLabel("CEP").fill("01000-000");
    await press("Gerar o código Pix");
    await reads("Assinatura realizada com sucesso!, aguardando a realização do pagamento");
    await look("subscription-code");
    await page.keyboard.press("Escape");
  },
);

step("past the due date the open page shows the payment, and returns by itself after it", async () => {
  await server.later(4 * DAY, "expiry");
  await reads(/^Opss! Sua assinatura venceu \d\d\/\d\d\/\d{4}/);
  await reads("Pix copia e cola");
  await look("expired");
  await page.keyboard.press("Escape");
  await look("expired-closed");
  await press("Sair");
  await page.waitForURL("**/login");
});

step(
  "sign-in opens the payment; the provider marks it as paid, and the page signs in by itself",
  async () => {
    await signIn();
    await reads(/^Opss! Sua assinatura venceu \d\d\/\d\d\/\d{4}/);
    await reads("Pix copia e cola");
    await look("login-payment");
    const { invoices } = await provider<{ invoices: { id: number; companyName: string; status: string }[] }>(
      "GET",
      "/invoices/all?pageNumber=1",
    );
    const owed = invoices.find(({ companyName, status }) => companyName === OWNER.name && status === "open");
    await provider("PUT", `/invoices/${owed?.id}`, { status: "paid" });
    await reads(/Sua licença foi renovada até/);
    await reads(/Ativo até \d\d\/\d\d\/\d{4}/);
    expect(new URL(page.url()).pathname).not.toBe("/login");
  },
);

step("the provider enables a payment gateway", async () => {
  const { cert, key } = certificates.client;
  for (const [name, value] of [
    ["efiClientId", EFI_CLIENT.id],
    ["efiClientSecret", EFI_CLIENT.secret],
    ["efiCertificate", `${cert}\n${key}`],
    ["paymentProvider", "efi"],
  ] as const)
    await provider("PUT", `/settings/${name}`, { key: name, value });
  await provider("POST", "/subscription/webhook");
  expect(efi.webhooks.get("financeiro@balcao.example")).toStartWith(`${PUBLIC}/webhooks/pix/efi/`);
});

step("a month later the gateway's webhook confirms the payment, and the page renews by itself", async () => {
  await server.later(35 * DAY, "expiry");
  await visitor.context.clearCookies();
  await signIn();
  await reads(/^Opss! Sua assinatura venceu \d\d\/\d\d\/\d{4}/);
  await page.getByLabel("Pix copia e cola").waitFor();
  expect(await page.getByLabel("Pix copia e cola").inputValue()).toContain("pix.example.com");
  const [cob] = [...efi.cobs.values()];
  expect(cob).toMatchObject({ valor: "99.90", chave: "financeiro@balcao.example", status: "ATIVA" });
  const told = efi.pay(cob?.txid ?? "", "99.90");
  const webhook = efi.webhooks.get("financeiro@balcao.example")?.replace(PUBLIC, server.url);
  const reply = await fetch(`${webhook}/pix`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(told),
  });
  expect(reply.status).toBe(200);
  await reads(/Sua licença foi renovada até/);
  const paidAt = Date.now();
  await page.waitForURL((url) => url.pathname !== "/login");
  expect(Date.now() - paidAt).toBeGreaterThan(2_000);
  await reads(/Ativo até \d\d\/\d\d\/\d{4}/);
});

step("the receipt prints black on white, also from the dark theme", async () => {
  await page.goto(`${server.url}/financeiro`);
  await page
    .getByRole("link", { name: /^Recibo/ })
    .first()
    .click();
  await reads("Recebedor");
  await reads("BALCAO LTDA");
  await look("receipt");
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  await page.evaluate(() => {
    document.documentElement.dataset["theme"] = "dark";
  });
  const inks = await page
    .locator(".receipt :is(h2, dt, dd, .receipt-amount)")
    .evaluateAll((all) => [...new Set(all.map((one) => getComputedStyle(one).color))]);
  expect(inks).toEqual(["rgb(0, 0, 0)"]);
  expect(await page.getByRole("button", { name: "Imprimir" }).isVisible()).toBe(false);
  await page.emulateMedia({ colorScheme: null, media: null });
});

const CONFIRMED = { email: "seu@ze.example", name: "Padaria do Zé" };
const linkOf = (text: string) => /https:\S+/.exec(text)?.[0].replace(PUBLIC, server.url) ?? "";
/** The newest link that was mailed to an address, after `known`. */
async function nextLink(to: string, known = ""): Promise<string> {
  await server.later(0, "mails");
  const mail = mails.mails.findLast((one) => one.to.includes(to));
  const link = linkOf(mail?.text ?? "");
  expect(link).toContain("/confirm#token=");
  expect(link).not.toBe(known);
  return link;
}

step("with e-mail confirmation a sign-up waits for the link in its e-mail", async () => {
  await provider("PUT", "/settings/confirmSignup", { key: "confirmSignup", value: "enabled" });
  visitor = await browser.visitor("padeiro");
  ({ page } = visitor);
  visitor.problems.allow(/403|400/);
  await page.goto(`${server.url}/signup`);
  await page.getByLabel("Nome da empresa").fill(CONFIRMED.name);
  await page.getByLabel("Seu nome").fill("Zé Padeiro");
  await page.getByLabel("E-mail").fill(CONFIRMED.email);
  await page.getByLabel(/^Senha/).fill(OWNER.password);
  for (const next of ["Continuar", "Continuar", "Criar conta"]) await press(next);
  await reads(`Enviamos um link para ${CONFIRMED.email}`);
  await look("signup-confirm");
  await press("Já confirmei, entrar");
  await reads("O e-mail ainda não foi confirmado");
  await look("signup-too-early");
  const companies = await provider<{ count: number }>(
    "GET",
    "/companies?pageNumber=1&searchParam=Padaria do Z",
  );
  expect(companies.count).toBe(0);
});

step("the newest link works in the tab of an older one and signs in the browser that signed up", async () => {
  const first = await nextLink(CONFIRMED.email);
  await press("Enviar de novo");
  await reads("Um novo link está a caminho");
  const second = await nextLink(CONFIRMED.email, first);
  const tab = await visitor.context.newPage();
  const waiting = page;
  page = tab;
  await page.goto(first);
  await press("Confirmar e-mail");
  await reads("Enviamos um link mais novo");
  await look("confirm-replaced");
  // The URL differs only after `#`: the page is not loaded again.
  await page.goto(second);
  await reads("Falta só um toque");
  await look("confirm");
  await press("Confirmar e-mail");
  await page.waitForURL((url) => url.pathname === "/");
  await reads(/Olá, /);
  // The open sign-up page follows.
  await waiting.waitForURL((url) => url.pathname === "/");
  await page.goto(second);
  await press("Confirmar e-mail");
  await reads("Este link já foi usado");
  await look("confirm-used");
  await tab.close();
});

step("a link opened in another browser asks for the password", async () => {
  const owner = { email: "lia@floricultura.example", password: OWNER.password };
  const body = { ...owner, name: "Floricultura Lia", planId: 0 };
  const plans = (await (await fetch(`${server.url}/api/plans/list`)).json()) as { id: number }[];
  body.planId = plans[0]?.id ?? 0;
  const reply = await fetch(`${server.url}/api/companies/cadastro`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(await reply.json()).toMatchObject({ id: null, confirmEmail: true });
  visitor = await browser.visitor("lia");
  ({ page } = visitor);
  visitor.problems.allow(/403/);
  await page.goto(`${server.url}/login`);
  await page.getByLabel("E-mail").fill(owner.email);
  await page.getByLabel(/^Senha/).fill(owner.password);
  await press("Entrar");
  await reads("Falta confirmar o seu e-mail");
  await look("login-unconfirmed");
  await page.goto(await nextLink(owner.email));
  await press("Confirmar e-mail");
  await page.waitForURL("**/login");
  expect(await page.getByLabel("E-mail").inputValue()).toBe(owner.email);
  await page.getByLabel(/^Senha/).fill(owner.password);
  await press("Entrar");
  await reads(/Ativo até/);
});
