import { afterAll, beforeAll, expect } from "bun:test";
import { createHash, X509Certificate } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type BrowserContext, chromium, type Page, type Worker } from "playwright-core";
import { REQUEST_ID } from "#clients/link-extension/exchange.ts";
import { extensionFiles } from "#platform/http/web-files/bundle-extension.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { chromiumFlags, findChromium } from "#test/helpers/chromium.ts";
import { eventually, startWorld, type World } from "#test/helpers/whatsapp-world.ts";
import { signedIn } from "./helpers/signed-in.ts";
import { steps } from "./helpers/steps.ts";

/**
 * The compiled extension in Chromium with a virtual authenticator: docs/rules/linking.md#extension. `web.whatsapp.com`
 * is a local server with the content policy of the real page.
 */
const root = join(import.meta.dir, "../..");
const CERTS = join(root, "simulator/certs");
const files = mkdtempSync(join(tmpdir(), "passkey-journey-"));
const extension = join(files, "extension");

let world: World;
let context: BrowserContext;
let page: Page;
let worker: Worker;
/** Requests that reached web.whatsapp.com. */
const reached: string[] = [];
/** Requests of the extension's service worker to any host. */
const ownRequests: string[] = [];
const whatsapp = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  tls: {
    cert: readFileSync(join(CERTS, "localhost.pem")),
    key: readFileSync(join(CERTS, "localhost.key")),
  },
  fetch(request) {
    reached.push(`${request.method} ${new URL(request.url).pathname}`);
    return new Response("<!doctype html><title>WhatsApp Web</title><h1>WhatsApp Web</h1>", {
      headers: {
        "content-type": "text/html",
        "content-security-policy":
          "default-src 'self'; script-src 'self'; style-src 'self'; connect-src 'self'",
      },
    });
  },
});

beforeAll(async () => {
  for (const [name, bytes] of (await extensionFiles(root)) ?? []) {
    mkdirSync(dirname(join(extension, name)), { recursive: true });
    writeFileSync(join(extension, name), bytes);
  }
  world = await startWorld();
  const certificate = new X509Certificate(readFileSync(join(CERTS, "localhost.pem")));
  const spki = certificate.publicKey.export({ type: "spki", format: "der" });
  context = await chromium.launchPersistentContext(join(files, "profile"), {
    executablePath: findChromium() ?? "",
    locale: "pt-BR",
    viewport: { width: 1366, height: 768 },
    reducedMotion: "reduce",
    args: [
      ...chromiumFlags.filter((flag) => flag !== "--headless"),
      "--headless=new",
      "--lang=pt-BR",
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
      "--disable-features=DisableLoadExtensionCommandLineSwitch",
      "--enable-unsafe-extension-debugging",
      `--host-resolver-rules=MAP web.whatsapp.com:443 127.0.0.1:${whatsapp.port}`,
      `--ignore-certificate-errors-spki-list=${createHash("sha256").update(spki).digest("base64")}`,
    ],
  });
  context.on("request", (request) => {
    if (request.serviceWorker()?.url().startsWith("chrome-extension://")) ownRequests.push(request.url());
  });
  worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
  const { cookies, origins } = await signedInState();
  await context.addCookies(cookies);
  page = context.pages()[0] ?? (await context.newPage());
  await page.goto(`${world.server.url}/login`);
  await page.evaluate((entries) => {
    for (const { name, value } of entries) localStorage.setItem(name, value);
  }, origins[0]?.localStorage ?? []);
}, 90_000);
afterAll(async () => {
  await context?.close();
  await world?.close();
  await whatsapp.stop(true);
  rmSync(files, { recursive: true, force: true });
});
async function signedInState() {
  // A user of their own: a second login would end the session of the test's calls.
  const person = { name: "Ana Lima", email: "ana@example.com", password: "segredo-da-ana" };
  await world.server.call("POST", "/users", { ...person, profile: "admin", queueIds: [] });
  const state = await signedIn(world.server.url, person);
  if (typeof state === "string") throw new Error("no state");
  return state;
}
const step = steps(() => undefined);

/** Clicks the extension's icon while `target` is the active tab. */
async function clickIcon(target: Page): Promise<void> {
  await target.bringToFront();
  const browser = context.browser();
  if (!browser) throw new Error("no browser");
  const session = await browser.newBrowserCDPSession();
  const tabs = await session.send("Target.getTargets", { filter: [{ type: "tab" }] });
  const tab = tabs.targetInfos.find(({ url }) => url === target.url());
  const [, , id] = worker.url().split("/");
  await session.send("Extensions.triggerAction" as never, { id, targetId: tab?.targetId } as never);
  await session.detach();
}

/** Gives the phone's passkey to the browser of a tab. */
async function holdPasskey(tab: Page, phone: Phone): Promise<void> {
  const passkey = phone.requirePasskey();
  const session = await context.newCDPSession(tab);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await session.send("WebAuthn.addCredential", {
    authenticatorId,
    credential: {
      credentialId: passkey.id.toString("base64"),
      isResidentCredential: true,
      rpId: "whatsapp.com",
      privateKey: passkey.privateKey.toString("base64"),
      userHandle: passkey.userHandle.toString("base64"),
      signCount: 1,
    },
  });
}

/** Clicks the icon on `asking`, and presses the button on the tab of web.whatsapp.com. */
async function signOnWhatsapp(asking: Page, phone: Phone): Promise<void> {
  await asking.locator(`#${REQUEST_ID}[data-options]`).waitFor({ state: "attached" });
  const opened = context.waitForEvent("page", { timeout: 8000 });
  await clickIcon(asking);
  const tab = await opened;
  await holdPasskey(tab, phone);
  await tab.locator("#passkey-dialog").waitFor({ state: "attached" });
  // The button inside the closed shadow root has the focus.
  const closed = tab.waitForEvent("close");
  // The extension may close the tab before the key is released.
  await tab.keyboard.press("Enter").catch(() => undefined);
  await closed;
}

async function newConnection(name: string): Promise<{ readonly id: number; readonly qr: string }> {
  const { id } = await world.server.call<{ id: number }>("POST", "/whatsapp", { name });
  const qr = await eventually(async () => {
    const { status, qrcode } = await world.server.call<{ status: string; qrcode: string }>(
      "GET",
      `/whatsapp/${id}`,
    );
    return status === "qrcode" ? qrcode : undefined;
  }, "a QR code");
  return { id, qr };
}

const statusOf = async (id: number) =>
  (await world.server.call<{ status: string }>("GET", `/whatsapp/${id}`)).status;

step("the icon on a page without a request opens nothing", async () => {
  await clickIcon(page);
  await eventually(async () => (await worker.evaluate(badgeOf)) === "!" || undefined, "a badge");
  expect(context.pages()).toHaveLength(1);
});

step("an admin links an account that asks for a passkey", async () => {
  const { qr } = await newConnection("Loja Centro");
  world.shop.requirePasskey();
  await page.goto(`${world.server.url}/connections`);
  await page.getByRole("button", { name: "QR code", exact: true }).click();
  await page.getByRole("img", { name: "QR code para conectar o WhatsApp" }).waitFor();
  void world.shop.scan(qr);
  await page.getByText("Esta conta pede uma chave de acesso").waitFor();
  await signOnWhatsapp(page, world.shop);
  await page.getByText("Conectado!").waitFor();
  expect(world.network.problems).toEqual([]);
});

step(
  "an admin links an account without the extension, by the text for the console of WhatsApp Web",
  async () => {
    const phone = world.network.addPhone({ number: "5511400010008", name: "Loja Sul" });
    const { id, qr } = await newConnection("Loja Sul");
    phone.requirePasskey();
    await page.goto(`${world.server.url}/connections`);
    await page.getByRole("button", { name: "QR code", exact: true }).click();
    await page.getByRole("img", { name: "QR code para conectar o WhatsApp" }).waitFor();
    void phone.scan(qr);
    await page.getByText("Esta conta pede uma chave de acesso").waitFor();
    await page.getByText("Sem a extensão").click();
    const script = await page.getByRole("textbox", { name: "Texto para o console" }).inputValue();
    const tab = await context.newPage();
    await tab.goto("https://web.whatsapp.com/");
    await holdPasskey(tab, phone);
    const printed = tab.waitForEvent("console");
    // As the console does, past the content policy of the page.
    const session = await context.newCDPSession(tab);
    await session.send("Runtime.evaluate", { expression: script, awaitPromise: true, userGesture: true });
    const line = (await printed).text();
    await tab.close();
    await page.bringToFront();
    await page.getByRole("textbox", { name: "Resultado" }).fill(line);
    await page.getByRole("button", { name: "Enviar o resultado" }).click();
    await page.getByText("Conectado!").waitFor();
    expect(await statusOf(id)).toBe("CONNECTED");
    expect(world.network.problems).toEqual([]);
  },
);

step("the owner of a phone links it with a link, without a login", async () => {
  const phone = world.network.addPhone({ number: "5511400010009", name: "Loja Norte" });
  const { id, qr } = await newConnection("Loja Norte");
  phone.requirePasskey();
  const { url } = await world.server.call<{ url: string }>("POST", `/whatsappsession/${id}/owner-link`);
  await context.clearCookies();
  const owner = await context.newPage();
  await page.evaluate(() => localStorage.clear());
  await owner.goto(new URL(url, world.server.url).href);
  await owner.getByRole("img", { name: "Leia o código com o celular deste número." }).waitFor();
  void phone.scan(qr);
  await owner.getByText("Esta conta pede uma chave de acesso").waitFor();
  expect(await owner.getByText("Sem a extensão").count()).toBe(0);
  await signOnWhatsapp(owner, phone);
  await owner.getByText("Conectado!").waitFor();
  expect(world.network.problems).toEqual([]);
});

step("the extension makes no request of its own and asks for no more rights", async () => {
  expect(reached.filter((request) => request !== "GET /" && request !== "GET /favicon.ico")).toEqual([]);
  const ofHosts = () => ownRequests.filter((url) => !url.startsWith("chrome-extension://"));
  expect(ofHosts()).toEqual([]);
  // Control: a request of the extension's service worker would have been recorded.
  await worker.evaluate(() => fetch("https://web.whatsapp.com/control").catch(() => undefined));
  await eventually(async () => ofHosts().length || undefined, "the recorded request");
  expect(ofHosts()).toEqual(["https://web.whatsapp.com/control"]);
  const manifest = JSON.parse(readFileSync(join(extension, "manifest.json"), "utf8"));
  expect(manifest).toMatchObject({
    manifest_version: 3,
    permissions: ["activeTab", "scripting"],
    host_permissions: ["https://web.whatsapp.com/*"],
  });
  const code = ["background.js", "sign.js"]
    .map((name) => readFileSync(join(extension, name), "utf8"))
    .join("");
  for (const word of [
    "fetch(",
    "XMLHttpRequest",
    "WebSocket",
    "sendBeacon",
    "EventSource",
    "importScripts",
    "chrome.storage",
  ])
    expect(code).not.toContain(word);
});

step("the installation serves the extension as a zip", async () => {
  const answer = await fetch(`${world.server.url}/link-extension.zip`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/zip"]);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(bytes.subarray(0, 2).toString()).toBe("PK");
  expect(bytes.includes("manifest.json") && bytes.includes("sign.js")).toBe(true);
});

/** Runs in the extension: the badge of the active tab. */
async function badgeOf(): Promise<string> {
  const { chrome } = globalThis as unknown as {
    chrome: {
      tabs: { query(q: object): Promise<{ id: number }[]> };
      action: { getBadgeText(o: object): Promise<string> };
    };
  };
  const [tab] = await chrome.tabs.query({ active: true });
  return chrome.action.getBadgeText({ tabId: tab?.id });
}
