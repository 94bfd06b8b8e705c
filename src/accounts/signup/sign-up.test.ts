import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { FirstAdminPort } from "#accounts/companies/index.ts";
import { DEFAULT_HOURS } from "#accounts/opening-hours/contract.ts";
import { setting, timeZoneOf } from "#accounts/settings/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { dump } from "#test/helpers/dump.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off", TZ: "America/Manaus" } });
  app.company("Provedor");
});
afterAll(() => app.stop());

let made = 0;
/** A plan on offer, in cents. */
function plan(fields: { cents?: number; public?: number; users?: number } = {}): number {
  made += 1;
  const now = app.clock.now();
  return run(
    app.installation.system,
    `INSERT INTO plan (name, users, connections, queues, value_cents, public, created_at, updated_at)
     VALUES (?, ?, 5, 5, ?, ?, ?, ?)`,
    `Oferta ${made}`,
    fields.users ?? 5,
    fields.cents ?? 9990,
    fields.public ?? 1,
    now,
    now,
  ).id;
}
const someone = (fields: Record<string, unknown> = {}) => {
  made += 1;
  return {
    name: `Padaria ${made}`,
    email: `dona${made}@padaria.example`,
    phone: "(11) 98765-4321",
    password: "pão quente",
    planId: plan(),
    ...fields,
  };
};
const signUp = (body: object) => app.api().post("/companies/cadastro", body);
const companyRow = (id: number) => one(app.installation.system, "SELECT * FROM company WHERE id = ?", id);

describe("sign-up", () => {
  test("a sign-up creates a company in its trial, with admin, hours and settings, without a session", async () => {
    // At 15:00 UTC on 20 November it is the same day in Manaus.
    const body = someone();
    const reply = await signUp({ ...body, email: body.email.toUpperCase() });
    expect(reply.status).toBe(200);
    const { id } = reply.body;
    expect(reply.body).toMatchObject({ name: body.name, email: body.email });
    expect(reply.headers.get("set-cookie")).toBeNull();
    expect(companyRow(id)).toMatchObject({
      name: body.name,
      email: body.email,
      phone: body.phone,
      plan_id: body.planId,
      due_date: "2026-11-23",
      trial_expiration: "2026-11-23",
      recurrence: "monthly",
      active: 1,
    });
    const tenant = app.installation.tenants.open(id);
    expect(tenant.company.schedules).toEqual(DEFAULT_HOURS);
    expect(setting(tenant, "campaignsEnabled")).toBe(true);
    expect(timeZoneOf(tenant)).toBe("America/Manaus");
    const login = await app.api().post("/auth/login", { email: body.email, password: body.password });
    expect(login.body.user).toMatchObject({ name: body.name, profile: "admin", super: false, companyId: id });
    expect(login.body.user.company).toMatchObject({ dueDate: "2026-11-23", trialExpiration: "2026-11-23" });
  });

  test("a sign-up has separate names for the company and its first admin; older clients send one name for both", async () => {
    const adminOf = async (body: ReturnType<typeof someone>) => {
      const { id } = (await signUp(body)).body;
      return all(app.installation.tenants.open(id).db, "SELECT name FROM user");
    };
    expect(await adminOf(someone({ adminName: "Dona Aurora" }))).toEqual([{ name: "Dona Aurora" }]);
    const old = someone();
    expect(await adminOf(old)).toEqual([{ name: old.name }]);
  });

  test("a sign-up ignores fields of the body that only the server may set", async () => {
    const { body } = await signUp(
      someone({
        dueDate: "2099-01-01",
        trialExpiration: "2099-01-01",
        recurrence: "ANUAL",
        status: "f",
        campaignsEnabled: false,
        super: true,
        id: 1,
        profile: "user",
      }),
    );
    expect(companyRow(body.id)).toMatchObject({ due_date: "2026-11-23", recurrence: "monthly", active: 1 });
    const tenant = app.installation.tenants.open(body.id);
    expect(setting(tenant, "campaignsEnabled")).toBe(true);
    expect(all(tenant.db, "SELECT profile, super FROM user")).toEqual([{ profile: "admin", super: 0 }]);
  });

  test("a sign-up returns the first invoice and a token for invoices only", async () => {
    const { body } = await signUp(someone({ planId: plan({ cents: 14_950 }) }));
    expect(body.invoice).toMatchObject({ value: 149.5, status: "open", dueDate: "2026-11-23" });
    const billing = { authorization: `Bearer ${body.token}` };
    expect((await app.api().get("/invoices/all", billing)).body.invoices).toEqual([body.invoice]);
    expect((await app.api().get("/users", billing)).status).toBe(402);
    expect((await signUp(someone({ planId: plan({ cents: 0 }) }))).body.invoice).toBeNull();
  });

  test("a sign-up stores the referring company as an unverified hint", async () => {
    const { body } = await signUp(someone({ companyId: "1" }));
    const hint = (id: number) =>
      one(app.installation.system, "SELECT referred_by AS by FROM signup WHERE company_id = ?", id);
    expect(hint(body.id)).toEqual({ by: 1 });
    const { body: other } = await signUp(someone({ companyId: "" }));
    expect(hint(other.id)).toEqual({ by: null });
  });
});

describe("rejected sign-up leaves nothing behind:", () => {
  const refused = async (body: object, status: number, error: string, details?: object) => {
    const before = dump(app.installation.system);
    const files = readdirSync(`${app.directory}/companies`);
    expect(await signUp(body)).toMatchObject({ status, body: { error, ...(details && { details }) } });
    expect(dump(app.installation.system)).toBe(before);
    expect(readdirSync(`${app.directory}/companies`)).toEqual(files);
  };

  test("a sign-up with missing or invalid fields is rejected, and the error names the fields", async () => {
    await refused({}, 400, "ERR_VALIDATION", {
      fields: { name: "required", email: "required", password: "required", planId: "required" },
    });
    await refused(someone({ password: "1234" }), 400, "ERR_VALIDATION", {
      fields: { password: "too_short" },
    });
    await refused(someone({ password: "" }), 400, "ERR_VALIDATION");
    await refused(someone({ name: "P" }), 400, "ERR_VALIDATION", { fields: { name: "too_short" } });
    await refused(someone({ name: "P".repeat(51) }), 400, "ERR_VALIDATION", { fields: { name: "too_long" } });
    await refused(someone({ email: "ninguém" }), 400, "ERR_VALIDATION", { fields: { email: "invalid" } });
    await refused(someone({ phone: "abc" }), 400, "ERR_VALIDATION", { fields: { phone: "invalid" } });
  });

  test("a sign-up with a plan that is not on offer is rejected", async () => {
    for (const planId of [plan({ public: 0 }), 4711])
      await refused(someone({ planId }), 400, "ERR_VALIDATION", { fields: { planId: "invalid" } });
  });

  test("a sign-up with an e-mail or a company name in use is rejected with 409", async () => {
    const first = someone();
    await signUp(first);
    await refused(someone({ email: first.email }), 409, "ERR_EMAIL_IN_USE");
    await refused(someone({ name: first.name.toUpperCase() }), 409, "ERR_NAME_IN_USE");
  });

  test("a sign-up with a plan that allows no user is rejected with 409", async () => {
    await refused(someone({ planId: plan({ users: 0 }) }), 409, "ERR_PLAN_LIMIT");
  });

  test("a sign-up is rejected with 403 while the provider has disabled sign-ups", async () => {
    const write = (value: string) =>
      run(
        app.installation.system,
        "INSERT INTO installation_setting VALUES ('allowSignup', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
        value,
      );
    write("disabled");
    await refused(someone(), 403, "ERR_SIGNUP_DISABLED");
    expect((await app.api().get("/signup")).body).toMatchObject({ open: false });
    write("enabled");
    expect((await app.api().get("/signup")).body).toEqual({ open: true, confirmEmail: false });
  });

  test("a sign-up that fails while its admin or its first invoice is created leaves nothing behind", async () => {
    const { ports, system } = app.installation;
    const real = ports.use(FirstAdminPort);
    ports.plug(FirstAdminPort, {
      ...real,
      add(tenant, reserved, admin) {
        real.add(tenant, reserved, admin);
        throw new Error("the disk is full");
      },
    });
    const body = someone();
    await refused(body, 500, "ERR_INTERNAL");
    ports.plug(FirstAdminPort, real);
    run(
      system,
      `CREATE TRIGGER no_invoice BEFORE INSERT ON invoice
      BEGIN SELECT RAISE(ABORT, 'no room'); END`,
    );
    await refused(body, 500, "ERR_INTERNAL");
    run(system, "DROP TRIGGER no_invoice");
    const { body: answer } = await signUp(body);
    expect(existsSync(`${app.directory}/companies/${answer.id}/company.sqlite`)).toBe(true);
  });

  test("one of two parallel sign-ups with the same e-mail is rejected with 409", async () => {
    const [one, two] = [someone(), someone()];
    const replies = await Promise.all([signUp(one), signUp({ ...two, email: one.email })]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const rows = all(app.installation.system, "SELECT id FROM company WHERE email = ?", one.email);
    expect(rows).toHaveLength(1);
  });
});

test("the fourth sign-up of an address within a minute is rejected with 429", async () => {
  const limited = await startTestApp({ env: { TRUSTED_PROXIES: "127.0.0.1" } });
  const attempt = (from: string) =>
    limited
      .api()
      .post(
        "/companies/cadastro",
        { name: "Padaria", email: "a@b.example", password: "segredo", planId: 4711 },
        { "x-forwarded-for": from },
      );
  for (let n = 0; n < 3; n += 1) expect((await attempt("198.51.100.1")).status).toBe(400);
  const refused = await attempt("198.51.100.1");
  expect(refused).toMatchObject({ status: 429, body: { error: "ERR_RATE_LIMIT" } });
  expect(Number(refused.headers.get("retry-after"))).toBe(60);
  expect((await attempt("198.51.100.2")).status).toBe(400);
  limited.clock.advance(60_000);
  expect((await attempt("198.51.100.1")).status).toBe(400);
  await limited.stop();
});
