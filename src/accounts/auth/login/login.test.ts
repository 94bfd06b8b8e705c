import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { ABILITIES } from "#accounts/users/contract.ts";
import { all, run } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testQueue } from "#test/helpers/installation.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUSTED_PROXIES: "127.0.0.1", SUPER_EMAIL: "", SUPER_PASSWORD: "" } });
});
afterAll(() => app.stop());

/** Each test uses a new address, because attempts are counted per address. */
let address = 0;
const from = () => {
  address += 1;
  return { "x-forwarded-for": `198.51.100.${address}` };
};
/** A password hash with the cost of production. */
const EARNEST =
  "$argon2id$v=19$m=19456,t=2,p=1$Xz7poSXieSNbbO7NpOoMn12xWMgvAewRhW7+s3wxa/4$UPMHVW9YRet9d6con93r21ipHcqzW7dQypQcEy8TRRo";
const login = (email: string, password: string, headers: Record<string, string> = from()) =>
  app.api().post("/auth/login", { email, password }, headers);

describe("sign-in", () => {
  test("a sign-in returns the token and the user with everything the page needs", async () => {
    const tenant = app.company("Padaria do Bairro");
    writeSetting(tenant, "tokenixc", "an ERP secret");
    const { id, email, password } = await app.person(tenant, { profile: "admin" });
    const reply = await login(email.toUpperCase(), password);
    expect(reply.status).toBe(200);
    const { user, token } = reply.body;
    expect(user).toMatchObject({
      id,
      companyId: tenant.id,
      email,
      profile: "admin",
      super: false,
      allTicket: "disable",
      abilities: [...ABILITIES],
      company: { id: tenant.id, name: "Padaria do Bairro", dueDate: null, timeZone: "America/Sao_Paulo" },
    });
    expect(user.company.plan).toMatchObject({ users: 1000, useKanban: true });
    expect(user.company.settings).toContainEqual({ key: "tokenixc", value: "********" });
    expect(JSON.stringify(reply.body)).not.toContain("an ERP secret");
    expect(JSON.stringify(reply.body)).not.toMatch(/argon2|password/i);
    const cookie = reply.headers.get("set-cookie") ?? "";
    for (const part of ["HttpOnly", "SameSite=Lax", "Path=/api/auth", "Max-Age=604800"])
      expect(cookie).toContain(part);
    expect(cookie).not.toContain("Secure");
    expect(cookie).not.toContain(token);
    const me = await app.api().get("/auth/me", { authorization: `Bearer ${token}` });
    expect(me.body.sessionId).toBe(user.sessionId);
    expect(me.headers.get("cache-control")).toBe("no-store");
  });

  test("a sign-in marks the cookie as secure for browsers on TLS", async () => {
    const { email, password } = await app.person(app.company());
    const reply = await login(email, password, { ...from(), "x-forwarded-proto": "https" });
    expect(reply.headers.get("set-cookie")).toContain("; Secure");
    expect(reply.headers.get("strict-transport-security")).toContain("max-age");
  });

  test("a sign-in returns abilities by profile", async () => {
    const tenant = app.company();
    testQueue(tenant);
    const abilities = async (profile: "supervisor" | "user" | "NAO") => {
      const { email, password } = await app.person(tenant, { profile });
      return (await login(email, password)).body.user.abilities;
    };
    expect(await abilities("supervisor")).toEqual(["tickets-manager:showall", "reports:view"]);
    expect(await abilities("user")).toEqual([]);
    expect(await abilities("NAO")).toEqual([]);
  });

  test("a sign-in responds to a wrong password and an unknown e-mail alike and equally fast", async () => {
    const tenant = app.company();
    const { id, email } = await app.person(tenant);
    // Real hashing cost: test users have cheap hashes, whose duration would not be measurable.
    run(tenant.db, "UPDATE user SET password_hash = ? WHERE id = ?", EARNEST, id);
    const timed = async (address: string) => {
      const started = performance.now();
      const reply = await login(address, "not this one");
      expect(reply).toMatchObject({ status: 401, body: { error: "ERR_INVALID_CREDENTIALS" } });
      expect(Object.keys(reply.body)).toEqual(["error"]);
      return performance.now() - started;
    };
    const known = [await timed(email), await timed(email), await timed(email)].sort((a, b) => a - b);
    const unknown = [await timed("a@no.example"), await timed("b@no.example"), await timed("c@no.example")];
    // Hashing takes tens of ms; a response without hashing takes less than one.
    expect(Math.min(...unknown)).toBeGreaterThan((known[0] ?? 0) / 3);
  });

  test("a sign-in rejects input other than an e-mail and a password", async () => {
    expect(await login("", "")).toMatchObject({
      status: 400,
      body: { error: "ERR_VALIDATION", details: { fields: { email: "required", password: "required" } } },
    });
    const body = { email: ["a@b.example"], password: { $ne: "" } };
    expect((await app.api().post("/auth/login", body, from())).status).toBe(400);
  });
});

describe("password guessing", () => {
  test("password guessing is stopped after 5 failures per e-mail and address, never for the owner elsewhere", async () => {
    const { email, password } = await app.person(app.company());
    const guesser = from();
    for (let n = 0; n < 5; n += 1) expect((await login(email, `guess ${n}`, guesser)).status).toBe(401);
    app.clock.advance(60_000);
    const refused = await login(email, password, guesser);
    expect(refused).toMatchObject({ status: 429, body: { error: "ERR_RATE_LIMIT" } });
    expect(Number(refused.headers.get("retry-after"))).toBe(14 * 60);
    expect((await login(email, password)).status).toBe(200);
    app.clock.advance(14 * 60_000);
    expect((await login(email, password, guesser)).status).toBe(200);
  });

  test("password guessing from one IPv6 network counts as from one address", async () => {
    const { email } = await app.person(app.company());
    const guess = (n: number) => login(email, "guess", { "x-forwarded-for": `2001:db8:7:7::${n}` });
    for (let n = 1; n <= 5; n += 1) expect((await guess(n)).status).toBe(401);
    expect((await guess(6)).status).toBe(429);
  });

  test("password guessing of one account from many addresses is slowed down progressively", async () => {
    const { email } = await app.person(app.company());
    for (let n = 0; n < 20; n += 1) expect((await login(email, "guess")).status).toBe(401);
    const waits: number[] = [];
    for (let n = 0; n < 40; n += 1) {
      const refused = await login(email, "guess");
      expect(refused).toMatchObject({ status: 429, body: { error: "ERR_RATE_LIMIT" } });
      const seconds = Number(refused.headers.get("retry-after"));
      waits.push(seconds);
      app.clock.advance(seconds * 1000);
      expect((await login(email, "guess")).status).toBe(401);
    }
    expect([waits[0], waits.at(-1)]).toEqual([1, 30]);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  });

  test("password guessing from many addresses does not lock the owner out of a known browser or network, nor after an hour", async () => {
    const { email, password } = await app.person(app.company());
    const home = from();
    const first = await login(email, password, home);
    expect(first.status).toBe(200);
    const device = first.headers.getSetCookie().find((cookie) => cookie.startsWith("known_device=")) ?? "";
    expect(device).toContain("HttpOnly");
    const guess = async () => {
      for (let n = 0; n < 25; n += 1) await login(email, "guess");
      expect((await login(email, password)).status).toBe(429);
    };
    await guess();
    expect((await login(email, password, home)).status).toBe(200);
    await guess();
    const browser = { ...from(), cookie: device.split(";", 1)[0] ?? "" };
    expect((await login(email, password, browser)).status).toBe(200);
    await guess();
    const forged = { ...from(), cookie: `known_device=${"é".repeat(48)}` };
    expect((await login(email, password, forged)).status).toBe(429);
    app.clock.advance(61 * 60_000);
    expect((await login(email, password)).status).toBe(200);
  });

  test("password guessing in one known browser does not lock the owner out of another one", async () => {
    const { email, password } = await app.person(app.company());
    const browser = async () => {
      const cookies = (await login(email, password)).headers.getSetCookie();
      const cookie = cookies.find((one) => one.startsWith("known_device="))?.split(";", 1)[0] ?? "";
      return () => ({ ...from(), cookie });
    };
    const [stolen, own] = [await browser(), await browser()];
    for (let n = 0; n < 5; n += 1) expect((await login(email, "guess", stolen())).status).toBe(401);
    expect((await login(email, password, stolen())).status).toBe(429);
    const again = await login(email, password, own());
    expect(again.status).toBe(200);
    expect(again.headers.getSetCookie().join()).toContain(`${own().cookie};`);
  });

  test("password guessing of an unknown e-mail is slowed down alike", async () => {
    for (let n = 0; n < 20; n += 1) expect((await login("nobody@no.example", "guess")).status).toBe(401);
    expect((await login("nobody@no.example", "guess")).status).toBe(429);
  });

  test("password guessing counts parallel attempts", async () => {
    const { email } = await app.person(app.company());
    const guesser = from();
    const replies = await Promise.all(Array.from({ length: 8 }, () => login(email, "guess", guesser)));
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(5);
  });

  test("password guessing of many accounts from one address is stopped at 10 a minute", async () => {
    const sprayer = from();
    const one = (n: number) => app.api().post("/auth/login", { email: `n${n}@no.example` }, sprayer);
    // Requests without a password are rejected before hashing, but are counted.
    for (let n = 0; n < 4; n += 1) expect((await one(n)).status).toBe(400);
    const statuses = await Promise.all(
      Array.from({ length: 8 }, (_, n) => login(`n${n}@no.example`, "x".repeat(5), sprayer)),
    );
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(2);
    app.clock.advance(60_000);
    expect((await login("n@no.example", "guess", sprayer)).status).toBe(401);
  });

  test("thirty colleagues sign in from one address within a minute, and guesses between them still count", async () => {
    const office = from();
    const company = app.company();
    for (let n = 0; n < 30; n += 1) {
      const { email, password } = await app.person(company);
      expect((await login(email, password, office)).status).toBe(200);
      if (n % 3 === 0 && n < 27) expect((await login(`n${n}@no.example`, "guess", office)).status).toBe(401);
    }
    expect((await login("n1@no.example", "guess", office)).status).toBe(401);
    expect((await login("n2@no.example", "guess", office)).status).toBe(429);
  });

  test("an address signs in at most 120 times a minute", async () => {
    const office = from();
    const { email, password } = await app.person(app.company());
    const statuses = new Map<number, number>();
    for (let n = 0; n < 122; n += 1) {
      const { status } = await login(email, password, office);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 200: 120, 429: 2 });
  });
});

describe("access to a company", () => {
  test("access to a company is refused to everyone when the provider has disabled it, including live sessions", async () => {
    const tenant = app.company();
    const { email, password } = await app.person(tenant);
    const { body } = await login(email, password);
    run(app.installation.system, "UPDATE company SET active = 0 WHERE id = ?", tenant.id);
    app.installation.tenants.refresh(tenant.id);
    const inactive = { status: 403, body: { error: "ERR_COMPANY_INACTIVE" } };
    expect(await login(email, password)).toMatchObject(inactive);
    expect(await app.api().get("/auth/me", { authorization: `Bearer ${body.token}` })).toMatchObject(
      inactive,
    );
    // With a wrong password the response does not reveal that the company is disabled.
    expect((await login(email, "wrong")).status).toBe(401);
  });

  test("access to a company past its due date is a token for its invoices only, without a session", async () => {
    const tenant = app.company();
    const { id, email, password } = await app.person(tenant, { profile: "admin" });
    // 20 November 15:00 UTC is noon in São Paulo.
    run(app.installation.system, "UPDATE company SET due_date = '2026-11-20' WHERE id = ?", tenant.id);
    app.installation.tenants.refresh(tenant.id);
    expect((await login(email, password)).body.expired).toBeUndefined();
    run(app.installation.system, "UPDATE company SET due_date = '2026-11-19' WHERE id = ?", tenant.id);
    app.installation.tenants.refresh(tenant.id);
    const sessions = () => all(tenant.db, "SELECT id FROM session").length;
    const count = sessions();
    const reply = await login(email, password);
    expect(reply).toMatchObject({
      status: 200,
      body: {
        expired: true,
        dueDate: "2026-11-19",
        invoices: [],
        user: { id, companyId: tenant.id, company: { id: tenant.id, dueDate: "2026-11-19" } },
      },
    });
    expect(reply.headers.get("set-cookie")).toBeNull();
    expect(sessions()).toBe(count);
    const expired = { status: 402, body: { error: "ERR_SUBSCRIPTION_EXPIRED" } };
    const billing = { authorization: `Bearer ${reply.body.token}` };
    expect(await app.api().get("/users", billing)).toMatchObject(expired);
    expect(await app.api().get("/auth/me", billing)).toMatchObject(expired);
    expect((await app.api().get("/invoices/all", billing)).status).toBe(200);
    run(tenant.db, "UPDATE user SET deleted_at = 1 WHERE id = ?", id);
    expect(await app.api().get("/invoices/all", billing)).toMatchObject({
      status: 401,
      body: { error: "ERR_SESSION_EXPIRED" },
    });
  });

  test("access to a company past its due date limits live sessions to the session itself", async () => {
    const tenant = app.company();
    const { email, password } = await app.person(tenant);
    const { token } = (await login(email, password)).body;
    run(app.installation.system, "UPDATE company SET due_date = '2026-11-01' WHERE id = ?", tenant.id);
    app.installation.tenants.refresh(tenant.id);
    const live = { authorization: `Bearer ${token}` };
    expect((await app.api().get("/auth/me", live)).body.company.dueDate).toBe("2026-11-01");
    expect((await app.api().get("/queue", live)).status).toBe(402);
  });
});
