import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { newSetUpCode } from "#accounts/auth/index.ts";
import { webhookSecret } from "#accounts/billing/charges/webhooks.ts";
import { ensureProviderCompany } from "#accounts/plans/index.ts";
import { bindMetaAccount } from "#channels/connections/meta/accounts.ts";
import { openSessionStore } from "#channels/connections/whatsapp/store/session-store.ts";
import { features } from "#features.ts";
import { folderStore } from "#operations/backups/store/folder.ts";
import { backUpApp } from "#operations/backups/testing.ts";
import { all, run } from "#platform/db/database.ts";
import { createLog } from "#platform/log.ts";
import { reservedForTests } from "#tenants/reserve.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testQueue, testUser } from "#test/helpers/installation.ts";

/** Every secret that was entered into the product or issued by it, by kind. */
const canaries = new Map<string, string>();
let made = 0;
/** A unique secret, to be searched for. */
function canary(name: string, wrap: (text: string) => string = (text) => text): string {
  made += 1;
  const text = `Kanarie${made}x${Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString("hex")}`;
  canaries.set(name, text);
  return wrap(text);
}
/** A secret that the product generated. */
const found = (name: string, text: unknown) => {
  if (typeof text !== "string" || text.length < 12) throw new Error(`no ${name}: ${String(text)}`);
  canaries.set(name, text);
};

const APP_SECRET = canary("installation key", (text) => `${text}-${"x".repeat(8)}`);
const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    log: createLog("trace", (line) => lines.push(line)),
    env: {
      APP_SECRET,
      RATE_LIMITS: "off",
      ALLOW_PRIVATE_URLS: "on",
      BACKUP_PASSPHRASE: canary("passphrase of the backups"),
      METRICS_TOKEN: canary("metrics token"),
    },
  });
});
afterAll(() => app.stop());

const PEM = (text: string) =>
  `-----BEGIN CERTIFICATE-----\n${text}AA==\n-----END CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\n${text}AA==\n-----END PRIVATE KEY-----`;
/** A closed port: calls to it fail and are logged. */
const NOWHERE = "http://127.0.0.1:9";

/** Enters every kind of secret into the installation, and makes every use of one fail once. */
async function useEverything(): Promise<void> {
  const provider = testUser(await ensureProviderCompany(app.installation, "Provedor"), { profile: "admin" });
  run(provider.tenant.db, "UPDATE user SET super = 1 WHERE id = ?", provider.actor.id);
  const tenant = app.company("Loja");
  const admin = testUser(tenant, { profile: "admin" });
  const [root, api] = [app.api(provider), app.api(admin)];
  const ok = async (call: Promise<{ readonly status: number; readonly body: unknown }>) => {
    const { status, body } = await call;
    expect([status, status === 200 ? "" : JSON.stringify(body)]).toEqual([200, ""]);
    // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
    return body as any;
  };
  for (const key of [
    "efiClientId",
    "efiClientSecret",
    "asaasPlatformKey",
    "metaAppId",
    "metaAppSecret",
    "metaVerifyToken",
  ])
    await ok(root.put(`/settings/${key}`, { value: canary(`setting ${key}`) }));
  await ok(root.put("/settings/efiCertificate", { value: canary("certificate", PEM) }));
  await ok(
    root.put("/settings/smtpUrl", { value: canary("mail server", (text) => `smtp://u:${text}@127.0.0.1:9`) }),
  );
  for (const key of ["asaas", "tokenixc", "clientidmkauth", "clientsecretmkauth"])
    await ok(api.put(`/settings/${key}`, { value: canary(`setting ${key}`) }));

  const queueId = testQueue(tenant);
  const prompt = {
    name: "IA",
    prompt: "Oi",
    queueId,
    baseUrl: NOWHERE,
    voiceRegion: "eastus",
    voice: "pt-BR-FabioNeural",
  };
  await ok(api.post("/prompt", { ...prompt, apiKey: canary("AI key"), voiceKey: canary("voice key") }));
  const account = JSON.stringify({
    type: "service_account",
    client_email: "a@b.iam",
    private_key: canary(
      "key of Dialogflow",
      (text) => `-----BEGIN PRIVATE KEY-----\n${text}\n-----END PRIVATE KEY-----\n`,
    ),
    token_uri: NOWHERE,
  });
  await api.post("/queueIntegration", {
    type: "dialogflow",
    name: "Fluxo",
    projectName: "p",
    language: "pt-BR",
    jsonContent: account,
  });
  const hook = await ok(
    api.post("/queueIntegration", { type: "webhook", name: "Sistema", urlN8N: `${NOWHERE}/x` }),
  );
  found("secret of a webhook", (await ok(api.post(`/queueIntegration/${hook.id}/secret`, {}))).secret);
  await api.post(`/queueIntegration/${hook.id}/test`, {});
  const webhook = await ok(
    api.post("/webhooks", { name: "ERP", url: `${NOWHERE}/y`, events: ["message.created"] }),
  );
  found("secret of a company's webhook", webhook.secret);
  await api.post(`/webhooks/${webhook.id}/test`, {});
  found(
    "key of the company",
    (await ok(api.post("/api-keys", { name: "ERP", scopes: ["contacts:read"] }))).key,
  );
  await ok(
    api.post("/whatsapp", {
      name: "Outra",
      token: canary("token of a connection"),
      proxyUrl: canary("proxy", (text) => `http://u:${text}@127.0.0.1:9`),
    }),
  );

  const connectionId = testConnection(tenant, { name: "Página" });
  tenant.write((unit) =>
    bindMetaAccount(unit, reservedForTests(), connectionId, {
      kind: "page",
      externalId: "123",
      parentId: null,
      token: canary("token of Meta"),
    } as never),
  );
  const session = openSessionStore(
    join(tenant.directory, "sessions", String(connectionId)),
    app.installation.secrets.key("whatsapp"),
  );
  session.credentials.save({ noiseKey: canary("identity of a number") } as never);
  session.commit({ session: { "5511987650001.0": { ratchet: canary("keys of a conversation") } } } as never);
  session.close();

  // People: passwords, sessions, codes by mail.
  const password = canary("password").slice(0, 40);
  await ok(
    api.post("/users", { name: "Eva", email: "eva@example.com", password, profile: "user", queueIds: [] }),
  );
  const login = await app.api().post("/auth/login", { email: "eva@example.com", password });
  found("access token", login.body.token);
  found("refresh token", /jrt=([^;]+)/.exec(login.headers.get("set-cookie") ?? "")?.[1]);
  const wrong = canary("wrong password").slice(0, 40);
  expect((await app.api().post("/auth/login", { email: "eva@example.com", password: wrong })).status).toBe(
    401,
  );
  await ok(app.api().post("/forgetpassword", { email: "eva@example.com" }));
  await app.app.runJob("recovery");
  const mail = all<{ body: string }>(app.installation.system, "SELECT body FROM mail").at(-1)?.body ?? "";
  found("code of a mail", /[A-Za-z0-9_-]{32,}/.exec(app.installation.secrets.decrypt(mail))?.[0]);
  found("code of the first run", newSetUpCode(app.installation));

  const secret = webhookSecret(app.installation, "efi");
  found("secret of the gateway's webhook", secret);
  expect((await fetch(`${app.url}/webhooks/pix/efi/${secret}`, { method: "POST" })).status).toBe(200);

  // Causes failures that involve a secret: mails, rejected calls, invalid bodies, tokens in the wrong place.
  testContact(tenant);
  const token = canary("token in an address");
  await fetch(`${app.url}/api/messages/send?token=${token}`, { method: "POST", body: "{" });
  await fetch(`${app.url}/api/tags`, { headers: { authorization: `Bearer ${canary("forged token")}` } });
  await app
    .api()
    .post(
      "/messages/send",
      { number: "5511999990000", body: "Oi" },
      { authorization: `Bearer ${canary("unknown token of a connection")}` },
    );
  await fetch(
    `${app.url}/webhooks/meta?hub.mode=subscribe&hub.verify_token=${canary("wrong word of Meta")}&hub.challenge=1`,
  );
  const failing = features
    .flatMap(({ jobs = [] }) => jobs.map(({ name }) => name))
    .filter((name) => !name.startsWith("backup"));
  for (const name of failing)
    await app.app.runJob(name).catch((error: unknown) => app.installation.log.error({ err: error }, name));
  await backUpApp(app, folderStore(join(app.directory, "backups")));
}

/** Encodings in which a leaked text could still be read. */
function formsOf(text: string): readonly Buffer[] {
  const bytes = Buffer.from(text);
  // The base64 forms of the text at the three possible offsets in a longer text; the encoded text contains one of them.
  const base64 = [0, 1, 2].map((shift) => {
    const padded = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    return Buffer.from(padded.slice(shift === 0 ? 0 : shift + 1, -3));
  });
  const hex = bytes.toString("hex");
  const inner = [
    bytes,
    Buffer.from(text, "utf16le"),
    ...base64,
    Buffer.from(hex),
    Buffer.from(hex.toUpperCase()),
  ];
  return [...inner, Buffer.from(encodeURIComponent(text)), Buffer.from([...text].reverse().join(""))];
}

/** The WAL of a session is removed with its last connection, which may close between the listing and the reading. */
function contentOf(path: string): (readonly [string, Buffer])[] {
  try {
    return [[path, readFileSync(path)]];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT" && path.endsWith("-wal")) return [];
    throw error;
  }
}

test("no secret is in any file, log, journal or backup of a used installation; only ciphertext is", async () => {
  await useEverything();
  expect(canaries.size).toBeGreaterThan(30);
  const files = readdirSync(app.directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  // The server is running: the WAL files exist and have content.
  expect(files.filter((path) => path.endsWith("-wal")).length).toBeGreaterThan(2);
  expect(lines.length).toBeGreaterThan(3);
  const places = [
    ...files.flatMap((path) => contentOf(path)),
    ["the log", Buffer.from(lines.join(""))] as const,
  ];
  const seen: string[] = [];
  for (const [name, text] of canaries)
    for (const form of formsOf(text))
      for (const [place, content] of places) if (content.includes(form)) seen.push(`${name} in ${place}`);
  expect([...new Set(seen)]).toEqual([]);
}, 60_000);

test("the search for secrets finds them in every encoding", () => {
  const text = "Kanarie0xfeedbeefcafe";
  for (const lying of [
    text,
    Buffer.from(`xy${text}z`).toString("base64"),
    Buffer.from(text).toString("hex"),
    encodeURIComponent(`a b ${text}`),
  ])
    expect(formsOf(text).some((form) => Buffer.from(`...${lying}...`).includes(form))).toBe(true);
});
