import { afterAll, beforeAll, expect } from "bun:test";
import type { Page } from "playwright-core";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { expectNoBarriers } from "./helpers/accessibility.ts";
import type { Desk } from "./helpers/desk.ts";
import { ANA, type Office, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/** Balcão installed as an app: opened offline, notified of messages, used as a share target. */
let office: Office;
let ana: Desk;

beforeAll(async () => {
  office = await openOffice({}, { isWhole: true });
  ana = await office.desk(ANA, { serviceWorkers: "allow" });
  ana.problems.allow(/net::ERR_|WebSocket connection to .* failed|Failed to load resource/);
}, 60_000);
afterAll(async () => {
  await office?.close();
});

const step = steps(() => office?.browser);

step("the browser finds the app installable", async () => {
  const { page, context } = ana;
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const devtools = await context.newCDPSession(page);
  const manifest = await devtools.send("Page.getAppManifest");
  expect(manifest.errors).toEqual([]);
  const { start_url, icons, display } = JSON.parse(manifest.data ?? "{}");
  expect({ start_url, display }).toEqual({ start_url: "/tickets", display: "standalone" });
  expect(icons.map(({ purpose }: { purpose?: string }) => purpose)).toContain("maskable");
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  // A browser context without a profile cannot install apps: the only allowed error.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual(
    [],
  );
});

step("the app opens without a network and shows drafts and to-dos", async () => {
  const { page, context } = ana;
  await page.goto(`${office.url}/todolist`);
  await page.getByRole("textbox").fill("Ligar para a Marina");
  await page.keyboard.press("Enter");
  await page.getByText("Ligar para a Marina", { exact: true }).waitFor();
  await context.setOffline(true);
  await page.getByText("sem conexão, reconectando…").waitFor();
  await page.goto(`${office.url}/tickets`);
  await page.getByRole("heading", { name: "Sem conexão" }).waitFor();
  await page.getByText("Ligar para a Marina", { exact: true }).waitFor();
  await page.getByText("Nenhum rascunho guardado").waitFor();
  await expectNoBarriers(page, "without a network");
  const kept = await page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    return paths;
  });
  expect(kept.filter((path) => !/^\/(?:assets\/|index\.html$)/.test(path))).toEqual([]);
  await context.setOffline(false);
  await ana.button("Tentar agora").click();
  await ana.list.waitFor();
});

step("the page gives the reason why notifications are unavailable", async () => {
  const { page, context } = ana;
  await context.grantPermissions(["notifications"]);
  await ana.button("Menu do perfil").click();
  await page.getByRole("menuitem", { name: "Notificações" }).click();
  const dialog = page.getByRole("dialog", { name: "Notificações neste dispositivo" });
  // This browser has no push service.
  await dialog.getByText("Avisar neste dispositivo").click();
  await dialog.getByText("O serviço de notificações do navegador não respondeu.").waitFor();
  await expectNoBarriers(page, "notifications of the device");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
});

step("a push is shown once per ticket without message text and opens its ticket", async () => {
  const { page, context } = ana;
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      for (const { registrationId } of registrations) resolve(registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const registrationId = await registered;
  const told = { kind: "message", language: "pt", ticketId: 5, uuid: "0b2f", name: "Marina", text: null };
  for (const name of ["Marina", "Marina Ribeiro"])
    await devtools.send("ServiceWorker.deliverPushMessage", {
      origin: `${office.url}/`,
      registrationId,
      data: JSON.stringify({ ...told, name }),
    });
  const shown = () =>
    page.evaluate(async () => {
      const worker = await navigator.serviceWorker.ready;
      const notifications = await worker.getNotifications();
      return notifications.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
    });
  const newest = async () => {
    const found = await shown();
    return found.some(({ title }) => title === "Marina Ribeiro") ? found : undefined;
  };
  await eventually(newest, "the second notification").catch(() => undefined);
  expect(await shown()).toEqual([
    { title: "Marina Ribeiro", body: "Nova mensagem", tag: "ticket-5", data: { path: "/tickets/0b2f" } },
  ]);
});

/** The request of a phone when the user shares a text and a file to Balcão. */
async function share(page: Page, words: string): Promise<void> {
  await page.evaluate((value) => {
    const form = document.createElement("form");
    Object.assign(form, { method: "POST", action: "/share", enctype: "multipart/form-data" });
    const text = Object.assign(document.createElement("input"), { name: "text", value });
    const file = Object.assign(document.createElement("input"), { name: "files", type: "file" });
    const chosen = new DataTransfer();
    chosen.items.add(new File(["%PDF-1.4 nota"], "nota.pdf", { type: "application/pdf" }));
    file.files = chosen.files;
    form.append(text, file);
    document.body.append(form);
    form.submit();
  }, words);
  await page.waitForURL(/\/share$/);
}

step(
  "content shared from another app is put unsent into the chosen ticket and survives a reload",
  async () => {
    const { page } = ana;
    await office.customer("Marina Ribeiro").send.text(office.world.shop, "Oi! Pode me mandar a nota?");
    await ana.tab("Aguardando").click();
    await ana.press("Aceitar", "Marina Ribeiro");
    await ana.input("Marina Ribeiro").waitFor();
    await share(page, "Segue a nota");
    await page.getByText("Segue a nota").waitFor();
    await page.getByText("nota.pdf").waitFor();
    await page.getByRole("button", { name: /Marina Ribeiro/ }).waitFor();
    await expectNoBarriers(page, "what another app shares");
    await page.getByRole("button", { name: /Marina Ribeiro/ }).click();
    await page.waitForURL(/\/tickets\/./);
    await page.getByText("nota.pdf").waitFor();
    expect(await page.getByPlaceholder("Adicione uma legenda").inputValue()).toBe("Segue a nota");
    await page.reload();
    await page.getByText("nota.pdf").waitFor();
    expect(await page.getByPlaceholder("Adicione uma legenda").inputValue()).toBe("Segue a nota");
  },
);

step("content shared to a contact without a ticket waits in the new conversation", async () => {
  const { page } = ana;
  office.customer("Lídia Prado", "5511970008877");
  await office.call("POST", "/contacts", { name: "Lídia Prado", number: "5511970008877" });
  await share(page, "Segue o orçamento");
  await page.getByPlaceholder("Buscar atendimento ou contato").fill("lidia");
  await page.getByRole("heading", { name: "Contatos" }).waitFor();
  await expectNoBarriers(page, "sharing to a contact");
  await page.getByRole("button", { name: "Lídia Prado" }).click();
  await page.waitForURL(/\/tickets\/./);
  await page.getByRole("heading", { name: "Lídia Prado" }).first().waitFor();
  await page.getByText("nota.pdf").waitFor();
  expect(await page.getByPlaceholder("Adicione uma legenda").inputValue()).toBe("Segue o orçamento");
});

step("logging out removes the chosen files from this browser, on any page", async () => {
  const { page } = ana;
  const kept = () =>
    page.evaluate(async () => {
      const opening = indexedDB.open("balcao-files", 1);
      await new Promise((done) => opening.addEventListener("success", done));
      const counting = opening.result.transaction("files").objectStore("files").count();
      await new Promise((done) => counting.addEventListener("success", done));
      opening.result.close();
      return counting.result;
    });
  expect(await kept()).toBeGreaterThan(0);
  await page.goto(`${office.url}/helps`);
  await page.getByRole("button", { name: "Perfil" }).click();
  await page.getByRole("menuitem", { name: "Sair" }).click();
  await page.waitForURL(/\/login/);
  for (let left = await kept(); left > 0; left = await kept()) await page.waitForTimeout(20);
});
