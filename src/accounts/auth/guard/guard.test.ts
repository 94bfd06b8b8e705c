import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe("guard of a route", () => {
  test("the guard of a route rejects features outside the plan", async () => {
    const admin = testUser(app.company("Sem quadro", { use_kanban: 0 }), { profile: "admin" });
    expect(await app.api(admin).get("/tags/kanban")).toMatchObject({
      status: 403,
      body: { error: "ERR_PLAN_FEATURE", details: { feature: "useKanban" } },
    });
    expect((await app.api(admin).get("/tags")).status).toBe(200);
  });

  test("the guard of a route rejects everyone but admins on admin routes", async () => {
    const tenant = app.company();
    const supervisor = app.api(testUser(tenant, { profile: "supervisor" }));
    const refused = { status: 403, body: { error: "ERR_NO_PERMISSION" } };
    expect(await supervisor.post("/users", {})).toMatchObject(refused);
    expect(await supervisor.put("/settings/call", { value: "enabled" })).toMatchObject(refused);
    expect(await supervisor.delete("/queue/1")).toMatchObject(refused);
  });

  test("the guard of a route allows 1,200 requests per minute and user", async () => {
    const tenant = app.company();
    const [busy, calm] = [app.api(testUser(tenant)), app.api(testUser(tenant))];
    for (let round = 0; round < 12; round += 1)
      await Promise.all(Array.from({ length: 100 }, () => busy.get("/tags/list")));
    const refused = await busy.get("/tags/list");
    expect(refused).toMatchObject({ status: 429, body: { error: "ERR_RATE_LIMIT" } });
    expect(Number(refused.headers.get("retry-after"))).toBe(60);
    expect((await calm.get("/tags/list")).status).toBe(200);
    app.clock.advance(60_000);
    expect((await busy.get("/tags/list")).status).toBe(200);
  });

  test("the guard of a route responds with 503 for a company that cannot be opened, and serves the others", async () => {
    const [broken, fine] = [app.company(), app.company()];
    const [first, second] = [app.api(testUser(broken)), app.api(testUser(fine))];
    app.installation.tenants.closeIdle(-1);
    await Bun.write(`${broken.directory}/company.sqlite`, "no database at all ".repeat(100));
    expect(await first.get("/queue")).toMatchObject({
      status: 503,
      body: { error: "ERR_TENANT_UNAVAILABLE" },
    });
    expect((await second.get("/queue")).status).toBe(200);
  });
});
