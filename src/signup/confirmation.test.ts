import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { setPasswordOf } from "#auth/index.ts";
import { one, run } from "#platform/db/database.ts";
import { writeSetting } from "#settings/index.ts";
import { type MailServer, startMailServer } from "#simulator/mail/server.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";

const HOUR = 3_600_000;
const LINK = /https:\/\/atendimento\.example\.com\/confirm#token=([\w-]{43})/;
const WAITS = { status: 403, body: { error: "ERR_EMAIL_NOT_CONFIRMED" } };
const WORTHLESS = { status: 400, body: { error: "ERR_CONFIRMATION_CODE" } };

let server: MailServer;
let app: TestApp;
let planId: number;
beforeAll(async () => {
  server = await startMailServer();
  app = await startTestApp({
    env: { SMTP_URL: server.url, PUBLIC_URL: "https://atendimento.example.com", RATE_LIMITS: "off" },
  });
  const now = app.clock.now();
  planId = run(
    app.installation.system,
    `INSERT INTO plan (name, users, connections, queues, value_cents, public, created_at, updated_at)
     VALUES ('Básico', 5, 5, 5, 9990, 1, ?, ?)`,
    now,
    now,
  ).id;
  app.company("Provedor");
});
afterAll(async () => {
  await app.stop();
  await server.close();
});
const wantConfirmations = (value: "enabled" | "disabled") =>
  writeSetting(app.installation.tenants.open(1), "confirmSignup", value);
beforeEach(() => wantConfirmations("enabled"));

let made = 0;
async function signUp() {
  made += 1;
  const who = { email: `dona${made}@padaria.example`, password: "pão quente" };
  const before = server.mails.length;
  const reply = await app
    .api()
    .post("/companies/cadastro", { ...who, name: `Padaria ${made}`, phone: "", planId });
  return { who, before, reply, companyId: reply.body.id as number };
}
const login = (who: object) => app.api().post("/auth/login", who);
const confirm = (token: string) => app.api().post("/auth/confirm", { token });
const again = (who: object) => app.api().post("/auth/confirm/again", who);
async function codeOf(before: number): Promise<string> {
  await app.app.runJob("mails");
  const { text } = await server.mail(before);
  return LINK.exec(text)?.[1] ?? "";
}

describe("with confirmation of e-mails a sign-up", () => {
  test("gets in with the link of the mail, once, and not before", async () => {
    const { who, before, reply } = await signUp();
    expect(reply.body.confirmEmail).toBe(true);
    expect(await login(who)).toMatchObject(WAITS);
    expect(await login({ ...who, password: "falsa" })).toMatchObject({ status: 401 });
    const code = await codeOf(before);
    expect((await server.mail(before)).subject).toBe("Confirme o seu e-mail");
    expect(await confirm(`${code}x`)).toMatchObject(WORTHLESS);
    expect((await confirm(code)).status).toBe(200);
    expect(await confirm(code)).toMatchObject(WORTHLESS);
    expect((await login(who)).status).toBe(200);
  });

  test("keeps no code that somebody could read out of the file", async () => {
    const { before, companyId } = await signUp();
    const code = await codeOf(before);
    const row = one(
      app.installation.system,
      "SELECT * FROM email_confirmation WHERE company_id = ?",
      companyId,
    );
    expect(code).toHaveLength(43);
    expect(JSON.stringify(row)).not.toContain(code);
  });

  test("is mailed another link by whoever knows the password; the older one is worth nothing then", async () => {
    const { who, before } = await signUp();
    const old = await codeOf(before);
    expect(await again({ ...who, password: "falsa" })).toMatchObject({ status: 401 });
    const mails = server.mails.length;
    expect((await again(who)).status).toBe(200);
    const code = await codeOf(mails);
    expect(await confirm(old)).toMatchObject(WORTHLESS);
    expect((await confirm(code)).status).toBe(200);
    expect((await again(who)).status).toBe(200);
    await app.app.runJob("mails");
    expect(server.mails).toHaveLength(mails + 1);
  });

  test("fills nobody's mailbox: five mails an hour", async () => {
    const { who, before } = await signUp();
    for (let n = 0; n < 8; n += 1) await again(who);
    await app.app.runJob("mails");
    expect(server.mails).toHaveLength(before + 5);
    app.clock.advance(HOUR);
    await again(who);
    await app.app.runJob("mails");
    expect(server.mails).toHaveLength(before + 6);
  });

  test("cannot use a link that is older than two days", async () => {
    const { who, before } = await signUp();
    const code = await codeOf(before);
    app.clock.advance(48 * HOUR);
    expect(await confirm(code)).toMatchObject(WORTHLESS);
    expect(await login(who)).toMatchObject(WAITS);
  });

  test("is confirmed by a password set by mail or by who runs the machine, too", async () => {
    const { who } = await signUp();
    await setPasswordOf(app.installation, who.email, "outra senha");
    expect((await login({ ...who, password: "outra senha" })).status).toBe(200);
  });

  test("waits no more when the provider wants none any more", async () => {
    const { who } = await signUp();
    wantConfirmations("disabled");
    expect((await login(who)).status).toBe(200);
  });
});

test("a sign-up is confirmed by mail unless the provider switches it off", async () => {
  run(app.installation.tenants.open(1).db, "DELETE FROM setting WHERE key = 'confirmSignup'");
  const { who, reply } = await signUp();
  expect(reply.body.confirmEmail).toBe(true);
  expect(await login(who)).toMatchObject(WAITS);
});

test("without the setting nothing is mailed and everybody gets in", async () => {
  wantConfirmations("disabled");
  const { who, reply } = await signUp();
  expect(reply.body.confirmEmail).toBe(false);
  expect((await login(who)).status).toBe(200);
  expect(one(app.installation.system, "SELECT 1 FROM mail WHERE recipient = ?", who.email)).toBeUndefined();
});

test("without a mail server nobody is asked for what cannot come", async () => {
  const mute = await startTestApp({ env: { RATE_LIMITS: "off" } });
  mute.company("Provedor");
  writeSetting(mute.installation.tenants.open(1), "confirmSignup", "enabled");
  const now = mute.clock.now();
  const { id } = run(
    mute.installation.system,
    `INSERT INTO plan (name, users, connections, queues, value_cents, public, created_at, updated_at)
     VALUES ('Básico', 5, 5, 5, 0, 1, ?, ?)`,
    now,
    now,
  );
  const who = { email: "dona@padaria.example", password: "pão quente" };
  const reply = await mute
    .api()
    .post("/companies/cadastro", { ...who, name: "Padaria", phone: "", planId: id });
  expect(reply.body.confirmEmail).toBe(false);
  expect((await mute.api().post("/auth/login", who)).status).toBe(200);
  await mute.stop();
});
