import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { confirmationMail } from "#accounts/auth/index.ts";
import { writeSetting } from "#accounts/settings/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import { startTestApp } from "#test/helpers/app.ts";
import loginWords from "#web/accounts/login/locales/pt.json";
import {
  DAY,
  dead,
  HOUR,
  type SignupWorld,
  startSignupWorld,
  testOffer,
  WAITS,
  WRONG_PASSWORD,
} from "./testing.ts";

let w: SignupWorld;
beforeAll(async () => {
  w = await startSignupWorld();
});
afterAll(() => w.stop());
beforeEach(() => {
  w.set("confirmSignup", "enabled");
  w.set("allowSignup", "enabled");
});

describe("unconfirmed sign-up", () => {
  test("an unconfirmed sign-up creates no company and no files; the company exists with its trial once the link is confirmed", async () => {
    const files = w.folders();
    const { who, name, before, reply } = await w.signUp({ language: "es", companyId: 7 });
    expect(reply).toMatchObject({ status: 200 });
    expect(reply.body).toEqual({
      ...{ id: null, name, email: who.email, token: null, confirmEmail: true, invoice: null },
    });
    expect([w.companiesOf(who.email), w.folders()]).toEqual([[], files]);
    expect(await w.login(who)).toMatchObject(WAITS);
    expect(await w.login({ ...who, password: "falsa" })).toMatchObject(WRONG_PASSWORD);
    const code = await w.codeOf(before);
    expect((await w.server.mail(before)).subject).toBe("Confirme su correo");
    expect(await w.confirm(`${code}x`)).toMatchObject(dead("unknown"));
    w.app.clock.advance(DAY);
    expect(await w.confirm(code)).toMatchObject({ status: 200, body: { email: who.email, session: null } });
    const [company] = w.companiesOf(who.email);
    expect(company).toMatchObject({ name, due_date: "2026-11-24" });
    const session = await w.login(who);
    expect(session.body.user).toMatchObject({
      name: "Dona Aurora",
      profile: "admin",
      companyId: company?.id,
    });
    const settings = Object.fromEntries(
      session.body.user.company.settings.map(({ key, value }: { key: string; value: string }) => [
        key,
        value,
      ]),
    );
    expect(settings["language"]).toBe("es");
    const note = one(
      w.app.installation.system,
      "SELECT * FROM signup WHERE company_id = ?",
      company?.id ?? 0,
    );
    expect(note).toMatchObject({ referred_by: 7 });
    const bills = "SELECT status FROM invoice WHERE company_id = ?";
    expect(all(w.app.installation.system, bills, company?.id ?? 0)).toEqual([{ status: "open" }]);
    expect(one(w.app.installation.system, "SELECT 1 FROM waiting_signup WHERE email = ?", who.email)).toBe(
      undefined,
    );
  });

  test("an unconfirmed sign-up is confirmed once: later uses of the link report that, and one of two parallel requests creates the company", async () => {
    const { who, before } = await w.signUp();
    const code = await w.codeOf(before);
    const replies = await Promise.all([w.confirm(code), w.confirm(code)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await w.confirm(code)).toMatchObject(dead("used"));
    expect(w.companiesOf(who.email)).toHaveLength(1);
  });

  test("an unconfirmed sign-up signs in the browser that started it, and no other", async () => {
    const first = await w.signUp();
    expect(first.cookie).toStartWith("signup=");
    const reply = await w.confirm(await w.codeOf(first.before), { cookie: first.cookie });
    expect(reply.body.session.user).toMatchObject({ name: "Dona Aurora", email: first.who.email });
    expect(reply.headers.get("set-cookie")).toContain("jrt=");
    const me = await w.app.api().get("/auth/me", { authorization: `Bearer ${reply.body.session.token}` });
    expect(me.status).toBe(200);
    const second = await w.signUp();
    const other = await w.confirm(await w.codeOf(second.before), { cookie: first.cookie });
    expect([other.status, other.body.session, other.headers.get("set-cookie")]).toEqual([200, null, null]);
    const third = await w.signUp();
    const jrt = /jrt=[^;]+/.exec(reply.headers.get("set-cookie") ?? "")?.[0];
    const signedIn = await w.confirm(await w.codeOf(third.before), { cookie: `${jrt}; ${third.cookie}` });
    expect([signedIn.status, signedIn.body.session]).toEqual([200, null]);
  });

  test("an unconfirmed sign-up is replaced by a later one with the same e-mail, whose password and browser count from then on", async () => {
    const first = await w.signUp();
    const old = await w.codeOf(first.before);
    const second = await w.signUp({ email: first.who.email, password: "outra senha" });
    const code = await w.codeOf(second.before);
    expect(await w.confirm(old, { cookie: first.cookie })).toMatchObject(dead("replaced"));
    expect(await w.login(first.who)).toMatchObject(WRONG_PASSWORD);
    const reply = await w.confirm(code, { cookie: first.cookie });
    expect([reply.status, reply.body.session]).toEqual([200, null]);
    expect(w.companiesOf(first.who.email)).toMatchObject([{ name: second.name }]);
    expect((await w.login(second.who)).status).toBe(200);
    expect(await w.confirm(old)).toMatchObject(dead("used"));
  });

  test("an unconfirmed sign-up stores no readable code or password", async () => {
    const { who, before } = await w.signUp();
    const code = await w.codeOf(before);
    const rows = ["waiting_signup", "signup_link", "mail"].flatMap((table) =>
      all(w.app.installation.system, `SELECT * FROM ${table}`),
    );
    expect(code).toHaveLength(43);
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.stringify(rows)).not.toContain(who.password);
  });

  test("an unconfirmed sign-up is mailed another link for its password; the earlier link is reported as replaced", async () => {
    const { who, before } = await w.signUp();
    const old = await w.codeOf(before);
    expect(await w.again({ ...who, password: "falsa" })).toMatchObject({ status: 401 });
    const mails = w.server.mails.length;
    expect((await w.again(who)).status).toBe(200);
    const code = await w.codeOf(mails);
    expect(await w.confirm(old)).toMatchObject(dead("replaced"));
    expect((await w.confirm(code)).status).toBe(200);
    expect((await w.again(who)).status).toBe(200);
    await w.app.app.runJob("mails");
    expect(w.server.mails).toHaveLength(mails + 1);
  });

  test("an unconfirmed sign-up is mailed at most five links an hour, including repeated sign-ups", async () => {
    const { who, before } = await w.signUp();
    for (let n = 0; n < 3; n += 1) expect((await w.again(who)).status).toBe(200);
    expect((await w.signUp({ email: who.email })).reply.status).toBe(200);
    const refused = await w.signUp({ email: who.email, password: "de outra pessoa" });
    expect(refused.reply).toMatchObject({ status: 429, body: { error: "ERR_RATE_LIMIT" } });
    expect(await w.again(who)).toMatchObject({ status: 429 });
    await w.app.app.runJob("mails");
    expect(w.server.mails).toHaveLength(before + 5);
    w.app.clock.advance(HOUR);
    expect((await w.again(who)).status).toBe(200);
    await w.app.app.runJob("mails");
    expect(w.server.mails).toHaveLength(before + 6);
  });

  test("an unconfirmed sign-up has links valid for two days, and is deleted after seven", async () => {
    const { who, before } = await w.signUp();
    const code = await w.codeOf(before);
    w.app.clock.advance(2 * DAY);
    expect(await w.confirm(code)).toMatchObject(dead("expired"));
    expect(await w.login(who)).toMatchObject(WAITS);
    w.app.clock.advance(5 * DAY);
    expect(await w.login(who)).toMatchObject(WRONG_PASSWORD);
    await w.app.app.runJob("waiting_signups");
    const rows =
      "SELECT (SELECT count(*) FROM waiting_signup) + (SELECT count(*) FROM signup_link WHERE state <> 'used') AS n";
    expect(one(w.app.installation.system, rows)).toEqual({ n: 0 });
    expect(await w.confirm(code)).toMatchObject(dead("unknown"));
  });
});

test("a sign-up must be confirmed by mail unless the provider switches it off", async () => {
  run(w.app.installation.tenants.open(1).db, "DELETE FROM setting WHERE key = 'confirmSignup'");
  const { who, reply } = await w.signUp();
  expect(reply.body.confirmEmail).toBe(true);
  expect(await w.login(who)).toMatchObject(WAITS);
});

test("without the setting confirmSignup a sign-up creates the company at once and mails nothing", async () => {
  w.set("confirmSignup", "disabled");
  const { who, reply } = await w.signUp();
  expect(reply.body.confirmEmail).toBe(false);
  expect((await w.login(who)).status).toBe(200);
  expect(one(w.app.installation.system, "SELECT 1 FROM mail WHERE recipient = ?", who.email)).toBeUndefined();
});

test("without a mail server a sign-up needs no confirmation", async () => {
  const mute = await startTestApp({ env: { RATE_LIMITS: "off" } });
  mute.company("Provedor");
  writeSetting(mute.installation.tenants.open(1), "confirmSignup", "enabled");
  const who = { email: "dona@padaria.example", password: "pão quente" };
  const reply = await mute
    .api()
    .post("/companies/cadastro", { ...who, name: "Padaria", phone: "", planId: testOffer(mute, 0) });
  expect(reply.body.confirmEmail).toBe(false);
  expect((await mute.api().post("/auth/login", who)).status).toBe(200);
  await mute.stop();
});

test("without PUBLIC_URL the confirmation mail says where to enter the code, without a bare path", async () => {
  const { text } = confirmationMail({ language: "pt-BR", company: "Aurora", code: "abc", publicUrl: null });
  expect(text).toContain("escolha “Tenho um código”");
  expect(loginWords.confirm.code).toBe("Tenho um código");
  for (const language of ["pt-BR", "en", "es"] as const)
    expect(confirmationMail({ language, company: "Aurora", code: "abc", publicUrl: null }).text).not.toMatch(
      /\/confirm/,
    );
});

test("a company name that is an address reads the same in the mail but is no link", () => {
  const mail = { language: "en", code: "abc", publicUrl: "https://fala.example" } as const;
  const { text } = confirmationMail({ ...mail, company: "https://evil.example/win" });
  expect(text.replaceAll("\u2060", "")).toContain("https://evil.example/win");
  expect(text.match(/https?:\/\/\S+|\w+\.example/g)).toEqual(["https://fala.example/confirm#token=abc"]);
});
