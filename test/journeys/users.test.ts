import { afterAll, beforeAll, expect } from "bun:test";
import { type MailServer, startMailServer } from "#simulator/mail/server.ts";
import { ServerProcess, SUPER } from "#test/helpers/server-process.ts";
import { expectNoBarriers } from "./helpers/accessibility.ts";
import { type JourneyBrowser, PHONE, startBrowser } from "./helpers/browser.ts";
import { Desk } from "./helpers/desk.ts";
import { steps } from "./helpers/steps.ts";

/** An admin adds an attendant, who sets a password and a name, forgets the password and gets a new one by mail. */
const DUDA = { name: "Duda Alves", email: "duda@example.com", password: "segredo-da-duda" };
const NEW_PASSWORD = "um-segredo-novo";

let mails: MailServer;
let server: ServerProcess;
let browser: JourneyBrowser;
let owner: Desk;
let duda: Desk;

beforeAll(async () => {
  mails = await startMailServer();
  const env: Record<string, string> = { SMTP_URL: mails.url };
  server = new ServerProcess({ env });
  env["PUBLIC_URL"] = server.url;
  await server.start();
  browser = await startBrowser();
  await server.signIn();
  await server.call("POST", "/queue", { name: "Vendas", color: "#0b72c4" });
  await server.call("POST", "/queue", { name: "Suporte", color: "#2b8a3e" });
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await server?.remove();
  await mails?.close();
});

const step = steps(() => browser);
const row = (name: string) =>
  owner.page.getByRole("row").filter({ has: owner.page.getByText(name, { exact: true }) });
const chooseInMenu = async ({ page }: Desk, item: string) => {
  await page.getByRole("button", { name: "Menu do perfil" }).click();
  await page.getByRole("menuitem", { name: item }).click();
};

step("an admin adds an attendant with a queue", async () => {
  owner = new Desk(await browser.visitor("owner"));
  await owner.signIn(server.url, SUPER);
  const { page } = owner;
  await page.getByRole("link", { name: "Usuários" }).click();
  await page.getByText("1 de 1.000 usuários").waitFor();
  await owner.button("Adicionar usuário").click();
  const dialog = page.getByRole("dialog", { name: "Novo usuário" });
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await dialog.getByText("Obrigatório").first().waitFor();
  await expectNoBarriers(page, "new user");
  await dialog.getByRole("textbox", { name: "Nome" }).fill(DUDA.name);
  await dialog.getByLabel("E-mail").fill(SUPER.email);
  await dialog.getByLabel(/^Senha/).fill(DUDA.password);
  await dialog.getByText("Vendas", { exact: true }).click();
  owner.problems.allow(/409 \(Conflict\)/);
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await dialog.getByText("Já está em uso").waitFor();
  await dialog.getByLabel("E-mail").fill(DUDA.email);
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await dialog.waitFor({ state: "detached" });
  await row(DUDA.name).getByText("Vendas").waitFor();
  await page.getByText("2 de 1.000 usuários").waitFor();
  await expectNoBarriers(page, "users");
});

step("the attendant signs in, and the admin sees it", async () => {
  duda = new Desk(await browser.visitor("duda"));
  await duda.signIn(server.url, DUDA);
  await row(DUDA.name).getByRole("img", { name: "Disponível" }).waitFor();
});

step("the administration pages refuse the attendant", async () => {
  const { page } = duda;
  expect(await page.getByRole("link", { name: "Usuários" }).count()).toBe(0);
  await page.goto(`${server.url}/users`);
  await duda.toast("Acesso não permitido").waitFor();
  await page.waitForURL(/\/tickets$/);
});

step("the attendant edits the own profile, which offers neither role nor queues", async () => {
  const { page } = duda;
  await chooseInMenu(duda, "Editar perfil");
  const dialog = page.getByRole("dialog", { name: "Meu perfil" });
  await dialog.getByRole("textbox", { name: "Nome" }).fill("Duda A. Reis");
  expect(await dialog.getByText("Filas").count()).toBe(0);
  expect(await dialog.getByText("Perfil", { exact: true }).count()).toBe(0);
  await expectNoBarriers(page, "own profile");
  await dialog.getByRole("button", { name: "Salvar" }).click();
  await duda.toast("Perfil salvo com sucesso.").waitFor();
  await page.getByText("Olá, Duda A. Reis").waitFor();
  await row("Duda A. Reis").waitFor();
});

step("the attendant sets a break, and the admin sees it", async () => {
  await chooseInMenu(duda, "Ficar ausente");
  await row("Duda A. Reis").getByRole("img", { name: "Ausente" }).waitFor();
  await chooseInMenu(duda, "Voltar a ficar disponível");
  await row("Duda A. Reis").getByRole("img", { name: "Disponível" }).waitFor();
});

step("the attendant sees the list of signed-in browsers", async () => {
  await chooseInMenu(duda, "Editar perfil");
  await duda.page.getByRole("tab", { name: "Sessões" }).click();
  await duda.page.getByText("Este dispositivo").waitFor();
  await duda.page.getByText("Nenhuma outra sessão aberta.").waitFor();
  await expectNoBarriers(duda.page, "sessions");
  await duda.page.keyboard.press("Escape");
});

step("the attendant writes a to-do and opens the help", async () => {
  const { page } = duda;
  await page.getByRole("link", { name: "Tarefas" }).click();
  await page.getByLabel("Nova tarefa").fill("Ligar para a Marina");
  await page.keyboard.press("Enter");
  await page.getByRole("listitem").filter({ hasText: "Ligar para a Marina" }).waitFor();
  await expectNoBarriers(page, "to-do");
  await page.getByRole("link", { name: "Ajuda" }).click();
  await page.getByRole("heading", { name: "Central de ajuda (0)" }).waitFor();
  await expectNoBarriers(page, "helps");
});

step("a forgotten password gets a reset code by e-mail", async () => {
  const { page } = duda;
  duda.problems.allowEndOfSession();
  await chooseInMenu(duda, "Sair");
  await page.getByRole("link", { name: "Esqueci minha senha" }).click();
  await page.getByLabel("E-mail").fill(DUDA.email);
  await expectNoBarriers(page, "recovery");
  await duda.button("Enviar código").click();
  await page.getByRole("heading", { name: "Confira seu e-mail" }).waitFor();
  const mail = await mails.mail(0);
  expect(mail.to).toEqual([DUDA.email]);
  const [link = ""] = /http:\S+/.exec(mail.text) ?? [];
  expect(link).toStartWith(`${server.url}/recovery#`);
  await page.goto(link);
  await page.getByText(`Para ${DUDA.email}.`).waitFor();
  expect(new URL(page.url()).hash).toBe("");
});

step("the attendant signs in with a new password and finds the to-do list unchanged", async () => {
  const { page } = duda;
  await page.getByLabel(/^Nova senha/).fill(NEW_PASSWORD);
  await expectNoBarriers(page, "new password");
  await duda.button("Salvar nova senha").click();
  await page.waitForURL(/\/login/);
  await duda.toast("Senha alterada.").waitFor();
  await duda.signIn(server.url, { ...DUDA, password: NEW_PASSWORD });
  await page.getByRole("link", { name: "Tarefas" }).click();
  await page.getByRole("listitem").filter({ hasText: "Ligar para a Marina" }).waitFor();
});

step("on a phone users are cards and can be searched", async () => {
  const { page } = await browser.visitor("owner's phone", {
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
  });
  const phone = new Desk({ page, context: page.context(), problems: owner.problems });
  await phone.signIn(server.url, SUPER);
  await page.goto(`${server.url}/users`);
  await page.getByRole("searchbox", { name: "Buscar por nome ou e-mail" }).fill("reis");
  await page.getByText("Admin", { exact: true }).waitFor({ state: "detached" });
  await page.getByText("Duda A. Reis").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  await expectNoBarriers(page, "users on a phone");
  await page.getByRole("button", { name: "Excluir Duda A. Reis" }).tap();
  await page.getByText("Deseja realmente excluir esse registro?").waitFor();
  await expectNoBarriers(page, "delete a user");
  await page.getByRole("alertdialog").getByRole("button", { name: "Excluir" }).tap();
  await page.getByText("Nada encontrado").waitFor();
  await duda.page.waitForURL(/\/login/);
});

step("the pages report no error during the journey", async () => {
  const all = Object.values(browser.problems()).flat();
  expect(all).toEqual([]);
});
