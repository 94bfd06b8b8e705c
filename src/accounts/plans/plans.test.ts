import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { PLAN_FLAGS } from "#accounts/companies/contract.ts";
import { run } from "#platform/db/database.ts";
import type { Api } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testQueue, testUser } from "#test/helpers/installation.ts";
import { ensureProviderCompany } from "./index.ts";

let app: TestApp;
let root: Api;
beforeAll(async () => {
  app = await startTestApp();
  const person = testUser(await ensureProviderCompany(app.installation, "Provedor"), { profile: "admin" });
  run(person.tenant.db, "UPDATE user SET super = 1 WHERE id = ?", person.actor.id);
  root = app.api(person);
});
afterAll(() => app.stop());

describe("plans", () => {
  test("plans are created, changed and deleted by super users", async () => {
    const made = (await root.post("/plans", { name: "Prata", users: "5", value: "149,90" })).body;
    expect(made).toMatchObject({ users: 5, connections: 0, queues: 0, value: 149.9, companies: 0 });
    for (const flag of PLAN_FLAGS) expect(made[flag]).toBe(true);
    const changed = await root.put(`/plans/${made.id}`, { value: 160, useKanban: false });
    expect(changed.body).toMatchObject({ name: "Prata", users: 5, value: 160, useKanban: false });
    expect(await root.post("/plans", { name: "PRATA" })).toMatchObject({
      status: 409,
      body: { error: "ERR_NAME_IN_USE" },
    });
    expect((await root.get("/plans?searchParam=prata")).body).toMatchObject({ count: 1, hasMore: false });
    expect((await root.delete(`/plans/${made.id}`)).status).toBe(200);
    expect((await root.delete(`/plans/${made.id}`)).status).toBe(404);
    expect((await root.put(`/plans/${made.id}`, { users: 1 })).status).toBe(404);
  });

  test("plans with invalid numbers are rejected", async () => {
    const fieldsOf = async (fields: object) =>
      (await root.post("/plans", { name: "Errado", ...fields })).body.details?.fields;
    expect(await fieldsOf({ users: -1 })).toEqual({ users: "invalid" });
    expect(await fieldsOf({ queues: 1.5 })).toEqual({ queues: "invalid" });
    expect(await fieldsOf({ value: 9.999 })).toEqual({ value: "invalid" });
    expect(await fieldsOf({ value: "dez" })).toEqual({ value: "invalid" });
    expect(await fieldsOf({ name: "" })).toEqual({ name: "required" });
  });

  test("plans used by a company cannot be deleted", async () => {
    const tenant = app.company();
    expect(await root.delete(`/plans/${tenant.company.plan.id}`)).toMatchObject({
      status: 409,
      body: { error: "ERR_PLAN_IN_USE" },
    });
  });

  test("plans on offer are public with price and content only", async () => {
    const { id } = (await root.post("/plans", { name: "Público", users: 2, value: 10 })).body;
    const hidden = (await root.post("/plans", { name: "Secreto", enabled: false })).body;
    const nobody = app.api();
    for (const path of ["/plans/list", "/plans/all"]) {
      const { body } = await nobody.get(path);
      expect(body.map((plan: { name: string }) => plan.name)).toContain("Público");
      expect(JSON.stringify(body)).not.toContain("Secreto");
      // The provider's own plan is not offered.
      expect(JSON.stringify(body)).not.toContain("Provider");
    }
    const { body } = await nobody.get(`/plans/${id}`);
    expect(Object.keys(body).sort()).toEqual(
      ["id", "name", "users", "connections", "queues", "storageGb", "value", ...PLAN_FLAGS].sort(),
    );
    expect((await nobody.get(`/plans/${hidden.id}`)).status).toBe(404);
    expect((await nobody.get("/plans")).status).toBe(401);
  });
});

describe("smaller plan", () => {
  test("after a change to a smaller plan existing rows stay, further ones are rejected, and open pages show it immediately", async () => {
    const tenant = app.company();
    const admin = testUser(tenant, { profile: "admin" });
    testQueue(tenant);
    testQueue(tenant);
    const [api, socket] = [app.api(admin), await app.socket(admin)];
    await root.put(`/plans/${tenant.company.plan.id}`, {
      users: 1,
      queues: 1,
      connections: 0,
      useKanban: false,
    });
    expect(await socket.event("company", "update")).toMatchObject({ company: { id: tenant.id } });
    expect((await api.get("/queue")).body).toHaveLength(2);
    const limits = [
      await api.post("/queue", { name: "Mais", color: "#112233" }),
      await api.post("/users", { name: "Beto", email: "beto@example.com", password: "correct horse" }),
      await api.post("/whatsapp", { name: "Loja" }),
    ];
    for (const reply of limits)
      expect(reply).toMatchObject({ status: 409, body: { error: "ERR_PLAN_LIMIT" } });
    expect((await api.get("/auth/me")).body.company.plan).toMatchObject({ useKanban: false, queues: 1 });
  });
});
