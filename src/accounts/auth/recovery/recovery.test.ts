import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { all } from "#platform/db/database.ts";
import { type MailServer, startMailServer } from "#simulator/mail/server.ts";
import { type Person, startTestApp, type TestApp } from "#test/helpers/app.ts";
import { recoveryLinkOf } from "./recovery.ts";
import { setPasswordOf } from "./reset-password.ts";

const MINUTE = 60_000;
let server: MailServer;
let app: TestApp;
beforeAll(async () => {
  server = await startMailServer();
  app = await startTestApp({
    env: {
      SMTP_URL: server.url,
      PUBLIC_URL: "https://atendimento.example.com",
      TRUSTED_PROXIES: "127.0.0.1",
    },
  });
});
afterAll(async () => {
  await app.stop();
  await server.close();
});
// Each test begins two hours later, so that the rate limits of the previous one are over.
beforeEach(() => app.clock.advance(2 * 60 * MINUTE));

const count = (table: "mail" | "password_reset" | "recovery_request") =>
  all(app.installation.system, `SELECT * FROM ${table}`).length;
const ask = (email: string) => app.api().post("/forgetpassword", { email });
const work = async () => {
  await app.app.runJob("recovery");
  await app.app.runJob("mails");
};
const reset = (body: { email: string; token: string; password?: string }) =>
  app.api().post("/resetpasswords", { password: "nova senha", ...body });
const login = (email: string, password: string) => app.api().post("/auth/login", { email, password });
const linkIn = (text: string) => new URL(/https:\S+/.exec(text)?.[0] ?? "about:blank");
const WRONG = { status: 400, body: { error: "ERR_RESET_TOKEN" } };

/** Requests a code and reads it from the mail. */
async function codeOf({ email }: Person): Promise<string> {
  const before = server.mails.length;
  await ask(email);
  await work();
  const { text } = await server.mail(before);
  return new URLSearchParams(linkIn(text).hash.slice(1)).get("token") ?? "";
}

describe("password recovery", () => {
  test("a mailed recovery code sets a new password and ends all sessions", async () => {
    const person = await app.person(app.company("Padaria Aurora"));
    const { body: session } = await login(person.email, person.password);
    const code = await codeOf(person);
    expect(code).toMatch(/^[\w-]{43}$/);
    expect(await reset({ email: person.email, token: code })).toMatchObject({ status: 200 });
    const bearer = { headers: { authorization: `Bearer ${session.token}` } };
    expect((await fetch(`${app.url}/api/auth/me`, bearer)).status).toBe(401);
    expect((await login(person.email, person.password)).status).toBe(401);
    expect((await login(person.email, "nova senha")).status).toBe(200);
  });

  test("the owner of the mailbox signs in from a new browser and network while others guess the password", async () => {
    const person = await app.person(app.company());
    const { email } = person;
    let hosts = 0;
    const from = (cookie = "") => {
      hosts += 1;
      return {
        "x-forwarded-for": `198.51.${100 + Math.floor(hosts / 200)}.${hosts % 200}`,
        ...(cookie && { cookie }),
      };
    };
    const signIn = (password: string, headers: Record<string, string>) =>
      app.api().post("/auth/login", { email, password }, headers);
    const attack = async () => {
      for (let n = 0; n < 30; n += 1) await signIn("guess", from());
    };
    await attack();
    const code = await codeOf(person);
    const done = await app
      .api()
      .post("/resetpasswords", { email, token: code, password: "nova senha" }, from());
    expect(done.status).toBe(200);
    const [device = ""] = done.headers.getSetCookie().map((cookie) => cookie.split(";", 1)[0] ?? "");
    expect(device).toStartWith("known_device=");
    await attack();
    expect((await signIn("nova senha", from())).status).toBe(429);
    expect((await signIn("nova senha", from(device))).status).toBe(200);
  });

  test("the recovery mail is in the company's language and links to PUBLIC_URL only", async () => {
    const tenant = app.company("Bakery Dawn");
    writeSetting(tenant, "language", "en");
    const person = await app.person(tenant);
    const before = server.mails.length;
    const response = await fetch(`${app.url}/api/forgetpassword`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-host": "evil.example" },
      body: JSON.stringify({ email: person.email.toUpperCase() }),
    });
    expect(response.status).toBe(200);
    await work();
    const mail = await server.mail(before);
    expect(mail.subject).toBe("Set a new password");
    expect(mail.text).toContain("Bakery Dawn");
    const link = linkIn(mail.text);
    expect(link.origin + link.pathname).toBe("https://atendimento.example.com/recovery");
    expect(link.search).toBe("");
    expect(new URLSearchParams(link.hash.slice(1)).get("email")).toBe(person.email);
  });

  test("an unknown e-mail gets the same response as a known one, before any lookup", async () => {
    const person = await app.person(app.company());
    const codes = count("password_reset");
    const known = await ask(person.email);
    expect(count("recovery_request")).toBe(1);
    const unknown = await ask("nobody@example.com");
    // Only headers about time may differ between the two responses.
    const told = ({ headers, ...answer }: typeof known) => ({
      ...answer,
      headers: [...headers].filter(([name]) => name !== "date"),
    });
    expect(told(known)).toEqual(told(unknown));
    expect(known.status).toBe(200);
    // Both requests are stored without a lookup, which would take longer for existing users.
    expect(count("recovery_request")).toBe(2);
    expect(count("password_reset")).toBe(codes);
    const before = server.mails.length;
    await work();
    expect(server.mails.slice(before).map(({ to }) => to)).toEqual([[person.email]]);
    expect(count("recovery_request")).toBe(0);
  });

  test("a fourth recovery request of an address within a minute is rejected", async () => {
    for (let n = 0; n < 3; n += 1) expect((await ask("nobody@example.com")).status).toBe(200);
    expect(await ask("nobody@example.com")).toMatchObject({ status: 429, body: { error: "ERR_RATE_LIMIT" } });
    app.clock.advance(MINUTE);
    expect((await ask("nobody@example.com")).status).toBe(200);
    expect((await app.api().post("/forgetpassword", { email: "nobody" })).body.details.fields).toEqual({
      email: "invalid",
    });
    await work();
  });

  test("an e-mail gets at most five recovery codes per hour", async () => {
    const person = await app.person(app.company());
    const before = server.mails.length;
    for (let n = 0; n < 7; n += 1) {
      await ask(person.email);
      await work();
      app.clock.advance(MINUTE);
    }
    expect(server.mails.length - before).toBe(5);
  });

  test("a recovery code requested before a restart is mailed after it", async () => {
    const person = await app.person(app.company());
    await ask(person.email);
    await app.app.runJob("recovery");
    expect(count("mail")).toBe(1);
    const before = server.mails.length;
    await app.app.runJob("mails");
    expect((await server.mail(before)).to).toEqual([person.email]);
  });
});

describe("recovery code", () => {
  test("a recovery code sets a password once", async () => {
    const person = await app.person(app.company());
    const token = await codeOf(person);
    const both = await Promise.all([
      reset({ email: person.email, token }),
      reset({ email: person.email, token, password: "outra senha" }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await reset({ email: person.email, token })).toMatchObject(WRONG);
  });

  test("a recovery code is rejected for another e-mail, when invented, and after an hour", async () => {
    const tenant = app.company();
    const [person, other] = [await app.person(tenant), await app.person(tenant)];
    const token = await codeOf(person);
    expect(await reset({ email: other.email, token })).toMatchObject(WRONG);
    expect(await reset({ email: person.email, token: `${token}x` })).toMatchObject(WRONG);
    app.clock.advance(60 * MINUTE);
    expect(await reset({ email: person.email, token })).toMatchObject(WRONG);
    expect((await login(person.email, person.password)).status).toBe(200);
    expect((await login(other.email, other.password)).status).toBe(200);
  });

  test("a recovery code stays valid when the new password is rejected", async () => {
    const person = await app.person(app.company());
    const token = await codeOf(person);
    const short = await reset({ email: person.email, token, password: "four" });
    expect(short.body.details.fields).toEqual({ password: "too_short" });
    expect((await reset({ email: person.email, token })).status).toBe(200);
  });

  test("a recovery code expires when the password or e-mail changes or the user is deleted", async () => {
    const tenant = app.company();
    const admin = await app.person(tenant, { profile: "admin" });
    const api = app.api({
      tenant,
      actor: { id: admin.id, profile: "admin" } as never,
    });
    const [one, two, three] = [await app.person(tenant), await app.person(tenant), await app.person(tenant)];
    const codes = [];
    for (const person of [one, two, three]) codes.push(await codeOf(person));
    await api.put(`/users/${one.id}`, { password: "do admin" });
    await api.put(`/users/${two.id}`, { email: "mudou@example.com" });
    await api.delete(`/users/${three.id}`);
    for (const [index, person] of [one, two, three].entries()) {
      app.clock.advance(MINUTE);
      expect(await reset({ email: person.email, token: codes[index] ?? "" })).toMatchObject(WRONG);
    }
    app.clock.advance(MINUTE);
    expect(await reset({ email: "mudou@example.com", token: codes[1] ?? "" })).toMatchObject(WRONG);
    app.clock.advance(MINUTE);
    const heir = await app.person(tenant, { email: two.email });
    expect(await reset({ email: heir.email, token: codes[1] ?? "" })).toMatchObject(WRONG);
    expect((await login(heir.email, heir.password)).status).toBe(200);
  });

  test("a recovery code is stored hashed, and an address may try three per minute", async () => {
    const person = await app.person(app.company());
    const token = await codeOf(person);
    expect(JSON.stringify(all(app.installation.system, "SELECT * FROM password_reset"))).not.toContain(token);
    const wrong = { email: person.email, token: "wrong" };
    for (let n = 0; n < 3; n += 1) expect(await reset(wrong)).toMatchObject(WRONG);
    expect((await reset({ email: person.email, token })).status).toBe(429);
  });
});

describe("command line password reset", () => {
  test("the command sets a password without a code, and ends sessions and codes", async () => {
    const person = await app.person(app.company());
    const { body: session } = await login(person.email, person.password);
    const token = await codeOf(person);
    await setPasswordOf(app.installation, person.email, "do operador");
    const bearer = { headers: { authorization: `Bearer ${session.token}` } };
    expect((await fetch(`${app.url}/api/auth/me`, bearer)).status).toBe(401);
    expect(await reset({ email: person.email, token })).toMatchObject(WRONG);
    expect((await login(person.email, "do operador")).status).toBe(200);
  });
});

describe("recovery without a mail server", () => {
  test("without a mail server recovery gives the same response and stores nothing; the page says that only an admin can help", async () => {
    const silent = await startTestApp();
    const person = await silent.person(silent.company());
    expect((await app.api().get("/forgetpassword")).body).toEqual({ mail: true });
    expect((await silent.api().get("/forgetpassword")).body).toEqual({ mail: false });
    expect((await silent.api().post("/forgetpassword", { email: person.email })).status).toBe(200);
    expect(all(silent.installation.system, "SELECT * FROM recovery_request")).toEqual([]);
    await silent.stop();
  });

  test("without a mail server the operator's link sets a password from a new browser once, and that browser is known then", async () => {
    const silent = await startTestApp();
    const person = await silent.person(silent.company());
    expect(() => recoveryLinkOf(silent.installation, "nobody@example.com")).toThrow("ERR_NO_USER_FOUND");
    const link = recoveryLinkOf(silent.installation, person.email);
    const given = Object.fromEntries(new URLSearchParams(link.slice("/recovery#".length)));
    const send = () => silent.api().post("/resetpasswords", { ...given, password: "escolhida agora" });
    const { status, headers } = await send();
    expect([status, headers.getSetCookie()[0]?.split("=", 1)]).toEqual([200, ["known_device"]]);
    expect(await send()).toMatchObject(WRONG);
    const login = { email: person.email, password: "escolhida agora" };
    expect((await silent.api().post("/auth/login", login)).status).toBe(200);
    await silent.stop();
  });

  test("without PUBLIC_URL the recovery mail contains the code alone", async () => {
    const bare = await startTestApp({ env: { SMTP_URL: server.url } });
    const person = await bare.person(bare.company());
    const before = server.mails.length;
    await bare.api().post("/forgetpassword", { email: person.email });
    await bare.app.runJob("recovery");
    await bare.app.runJob("mails");
    const { text } = await server.mail(before);
    expect(text).not.toContain("http");
    const token = /^[\w-]{43}$/m.exec(text)?.[0] ?? "";
    const body = { email: person.email, token, password: "nova senha" };
    expect((await bare.api().post("/resetpasswords", body)).status).toBe(200);
    await bare.stop();
  });
});
