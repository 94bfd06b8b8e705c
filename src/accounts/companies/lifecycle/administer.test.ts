import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ensureProviderCompany } from "#accounts/plans/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import { companyDirectory } from "#tenants/registry.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { Api } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testQueue, testUser } from "#test/helpers/installation.ts";
import { companiesInBin, restoreCompany } from "./bin.ts";

let app: TestApp;
let root: Api;
let planId: number;
let made = 0;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
  const person: UserCtx = testUser(await ensureProviderCompany(app.installation, "Provedor"), {
    profile: "admin",
  });
  run(person.tenant.db, "UPDATE user SET super = 1 WHERE id = ?", person.actor.id);
  root = app.api(person);
  planId = (await root.post("/plans", { name: "Básico", users: 3, connections: 2, queues: 2, value: 99.9 }))
    .body.id;
});
afterAll(() => app.stop());

const body = (fields: object = {}) => {
  made += 1;
  return {
    name: `Padaria ${made}`,
    email: `padaria${made}@example.com`,
    planId,
    password: "correct horse",
    ...fields,
  };
};
const create = async (fields: object = {}) => (await root.post("/companies", body(fields))).body;
const login = (email: string) => app.api().post("/auth/login", { email, password: "correct horse" });
const companies = () => all<{ id: number }>(app.installation.system, "SELECT id FROM company").length;

describe("new company", () => {
  test("a new company has its database and its first admin, who can sign in at once", async () => {
    const sent = body({ phone: "11999990000", recurrence: "TRIMESTRAL", dueDate: "2026-12-31" });
    const reply = await root.post("/companies", sent);
    expect(reply).toMatchObject({
      status: 200,
      body: {
        name: sent.name,
        email: sent.email,
        phone: "11999990000",
        status: true,
        campaignsEnabled: true,
        dueDate: "2026-12-31",
        recurrence: "TRIMESTRAL",
        plan: { name: "Básico", value: 99.9 },
        usage: { users: 1, connections: 0, queues: 0 },
      },
    });
    const signedIn = await login(sent.email);
    expect(signedIn.body.user).toMatchObject({ profile: "admin", super: false, companyId: reply.body.id });
    expect((await root.get(`/companies/${reply.body.id}`)).body.schedules.length).toBeGreaterThan(5);
  });

  test("a new company is created completely or not at all", async () => {
    const first = await create();
    const before = companies();
    const directories = readdirSync(join(app.directory, "companies")).length;
    for (const [fields, status, error] of [
      [{ name: first.name.toUpperCase() }, 409, "ERR_NAME_IN_USE"],
      [{ email: first.email }, 409, "ERR_EMAIL_IN_USE"],
      [{ planId: 4711 }, 400, "ERR_VALIDATION"],
      [{ password: "abc" }, 400, "ERR_VALIDATION"],
      [{ email: "" }, 400, "ERR_VALIDATION"],
      [{ dueDate: "2026-02-30" }, 400, "ERR_VALIDATION"],
      [{ name: "<b>x</b>" }, 400, "ERR_VALIDATION"],
    ] as const) {
      const reply = await root.post("/companies", body(fields));
      expect([fields, reply.status, reply.body.error]).toEqual([fields, status, error]);
    }
    expect(companies()).toBe(before);
    expect(readdirSync(join(app.directory, "companies"))).toHaveLength(directories);
  });

  test("a new company is rejected when the plan allows no user, and its e-mail stays free", async () => {
    const none = (await root.post("/plans", { name: "Sem usuários" })).body;
    expect(none).toMatchObject({ users: 0, value: 0, useKanban: true, useExternalApi: true, enabled: true });
    const sent = body({ planId: none.id });
    expect(await root.post("/companies", sent)).toMatchObject({
      status: 409,
      body: { error: "ERR_PLAN_LIMIT" },
    });
    expect((await root.post("/companies", { ...sent, planId })).status).toBe(200);
  });
});

describe("list of companies", () => {
  test("the list of companies shows the usage of each without opening it", async () => {
    const { id, name } = await create();
    const tenant = app.installation.tenants.open(id);
    testUser(tenant);
    testQueue(tenant);
    await app
      .api(testUser(tenant, { profile: "admin" }))
      .post("/queue", { name: "Vendas", color: "#112233" });
    app.installation.tenants.closeIdle(-1);
    const { body: page } = await root.get(`/companies?searchParam=${encodeURIComponent(name.toLowerCase())}`);
    expect(page).toMatchObject({ count: 1, hasMore: false, companies: [{ usage: { users: 3, queues: 2 } }] });
    expect([...app.installation.tenants.openTenants()].map((open) => open.id)).not.toContain(id);
    expect((await root.get(`/companies/list?searchParam=${encodeURIComponent(name)}`)).body).toEqual([
      { id, name, planId, status: true, dueDate: expect.any(String) },
    ]);
  });

  test("the list of companies requires a super user; a company reads its own plan", async () => {
    const { id } = await create();
    const admin = app.api(testUser(app.installation.tenants.open(id), { profile: "admin" }));
    const refused = { status: 403, body: { error: "ERR_NO_PERMISSION" } };
    for (const path of ["/companies", "/companies/list", "/companiesPlan", `/companies/${id}`, "/plans"])
      expect(await admin.get(path)).toMatchObject(refused);
    expect(await admin.put(`/companies/${id}`, { dueDate: "2099-01-01" })).toMatchObject(refused);
    expect((await admin.get(`/companies/listPlan/${id}`)).body).toMatchObject({ id, plan: { value: 99.9 } });
    expect(await admin.get("/companies/listPlan/1")).toMatchObject({ status: 404 });
    expect((await root.get(`/companies/listPlan/${id}`)).body).toMatchObject({ id });
    expect((await root.get("/companiesPlan")).body.map((one: { id: number }) => one.id)).toContain(id);
  });
});

describe("+Vencimento", () => {
  test.each([
    ["MENSAL", "2026-02-15"],
    ["BIMESTRAL", "2026-03-15"],
    ["TRIMESTRAL", "2026-04-15"],
    ["SEMESTRAL", "2026-07-15"],
    ["ANUAL", "2027-01-15"],
  ])(
    "the button +Vencimento moves the due date of a company with the recurrence %s to %s",
    async (recurrence, expected) => {
      const { id, dueDate } = await create({ recurrence, dueDate: "2026-01-15" });
      const { body: moved } = await root.post(`/companies/${id}/due-date`, { dueDate });
      expect(moved.dueDate).toBe(expected);
    },
  );

  test("the button +Vencimento keeps the day of the month across short months", async () => {
    const { id } = await create({ dueDate: "2027-01-31" });
    const seen: string[] = [];
    let dueDate = "2027-01-31";
    for (let n = 0; n < 3; n += 1) {
      dueDate = (await root.post(`/companies/${id}/due-date`, { dueDate })).body.dueDate;
      seen.push(dueDate);
    }
    expect(seen).toEqual(["2027-02-28", "2027-03-31", "2027-04-30"]);
  });

  test("the button +Vencimento pressed twice moves the due date once, and is rejected for the provider's own company", async () => {
    const { id } = await create({ dueDate: "2027-01-10" });
    await root.post(`/companies/${id}/due-date`, { dueDate: "2027-01-10" });
    const again = await root.post(`/companies/${id}/due-date`, { dueDate: "2027-01-10" });
    expect(again.body.dueDate).toBe("2027-02-10");
    expect((await root.post("/companies/1/due-date", { dueDate: "2027-01-10" })).status).toBe(400);
  });
});

describe("disabled company", () => {
  test("a disabled company stops at once and resumes completely", async () => {
    const { id, email } = await create();
    const tenant = app.installation.tenants.open(id);
    const admin = testUser(tenant, { profile: "admin" });
    const [api, socket] = [app.api(admin), await app.socket(admin)];
    tenant.write((unit) => unit.scheduleWake("scheduled_messages", 0));
    expect((await root.put(`/companies/${id}`, { status: false })).body.status).toBe(false);
    expect(await socket.closed).toBe(4403);
    expect(await api.get("/tags")).toMatchObject({ status: 403, body: { error: "ERR_COMPANY_INACTIVE" } });
    expect(await login(email)).toMatchObject({ status: 403, body: { error: "ERR_COMPANY_INACTIVE" } });
    expect(app.installation.tenants.dueCompanies("scheduled_messages", 1)).not.toContain(id);
    await root.put(`/companies/${id}`, { status: true });
    expect((await login(email)).status).toBe(200);
    expect((await api.get("/tags")).status).toBe(200);
    expect(app.installation.tenants.dueCompanies("scheduled_messages", 1)).toContain(id);
  });

  test("the provider's own company cannot be disabled", async () => {
    const refused = { status: 403, body: { error: "ERR_NO_PERMISSION" } };
    expect(await root.put("/companies/1", { status: false })).toMatchObject(refused);
    expect(await root.delete("/companies/1")).toMatchObject(refused);
    expect((await root.put("/companies/1", { dueDate: "2026-12-01" })).status).toBe(400);
    expect((await root.put("/companies/1", { name: "Provedor SA", status: true })).body).toMatchObject({
      name: "Provedor SA",
      dueDate: null,
    });
  });
});

describe("change of a company", () => {
  test("a change of a company reaches open pages at once", async () => {
    const { id } = await create();
    const admin = testUser(app.installation.tenants.open(id), { profile: "admin" });
    const socket = await app.socket(admin);
    await root.put(`/companies/${id}`, {
      name: `Nova ${id}`,
      campaignsEnabled: false,
      dueDate: "2027-05-05",
    });
    expect(await socket.event("company", "update")).toMatchObject({ company: { id } });
    const { company } = (await app.api(admin).get("/auth/me")).body;
    expect(company).toMatchObject({ name: `Nova ${id}`, dueDate: "2027-05-05" });
    expect(company.settings).toContainEqual({ key: "campaignsEnabled", value: "false" });
    expect((await root.get(`/companies/${id}`)).body.campaignsEnabled).toBe(false);
  });

  test("a change of a company is validated before anything is written", async () => {
    const { id, name } = await create();
    const { name: taken } = await create();
    for (const [fields, status] of [
      [{ name: taken }, 409],
      [{ planId: 4711 }, 400],
      [{ dueDate: null }, 400],
      [{ recurrence: "SEMANAL" }, 400],
      [{ email: "nada" }, 400],
    ] as const)
      expect((await root.put(`/companies/${id}`, { phone: "1", ...fields })).status).toBe(status);
    expect((await root.get(`/companies/${id}`)).body).toMatchObject({ name, phone: "" });
    expect((await root.put("/companies/4711", { phone: "1" })).status).toBe(404);
  });
});

describe("deleted company", () => {
  test("a deleted company ends its sessions, goes into the bin, and can be restored for 30 days", async () => {
    const { id, email, name } = await create();
    const admin = testUser(app.installation.tenants.open(id), { profile: "admin" });
    const [api, socket] = [app.api(admin), await app.socket(admin)];
    expect((await root.delete(`/companies/${id}`)).status).toBe(200);
    expect(await socket.closed).toBe(4403);
    expect(await api.get("/tags")).toMatchObject({ status: 401, body: { error: "ERR_SESSION_EXPIRED" } });
    expect(await login(email)).toMatchObject({ status: 401 });
    expect((await root.get(`/companies/${id}`)).status).toBe(404);
    expect((await root.delete(`/companies/${id}`)).status).toBe(404);
    expect(existsSync(companyDirectory(app.directory, id))).toBe(false);
    expect(existsSync(join(app.directory, "bin", String(id), "company.sqlite"))).toBe(true);

    const { id: heir } = await create({ name });
    await app.app.runJob("bin");
    expect(companiesInBin(app.installation).map((removed) => removed.id)).toContain(id);
    expect(await restoreCompany(app.installation, id)).toBe(`${name} (2)`);
    expect((await login(email)).status).toBe(200);
    expect((await root.get(`/companies/${heir}`)).body.name).toBe(name);
    expect(await restoreCompany(app.installation, id)).toBeUndefined();
  });

  test("a deleted company is erased after 30 days, and its id is never reused", async () => {
    const { id, email } = await create();
    await root.delete(`/companies/${id}`);
    app.clock.advance(30 * 86_400_000);
    await app.app.runJob("bin");
    expect(existsSync(join(app.directory, "bin", String(id)))).toBe(false);
    expect(await restoreCompany(app.installation, id)).toBeUndefined();
    expect(one(app.installation.system, "SELECT 1 FROM login WHERE email = ?", email)).toBeUndefined();
    expect(one(app.installation.system, "SELECT removed_name, email FROM company WHERE id = ?", id)).toEqual({
      removed_name: "",
      email: "",
    });
  });
});
