import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { all } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { newSetUpCode } from "./set-up.ts";

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
});
afterEach(() => app.stop());

const form = (code: string, email = "root@example.com") => ({
  code,
  name: "Ana Souza",
  email,
  password: "secret",
  companyName: "Provedor",
});

describe("first run", () => {
  test("the first run creates company 1 with its own plan and the super user, who can sign in", async () => {
    const code = newSetUpCode(app.installation);
    expect((await app.api().get("/setup")).body).toEqual({ open: true });
    expect((await app.api().post("/setup", form(code))).status).toBe(200);
    expect((await app.api().get("/setup")).body).toEqual({ open: false });
    const login = await app.api().post("/auth/login", { email: "root@example.com", password: "secret" });
    const { user } = login.body;
    expect(user).toMatchObject({ name: "Ana Souza", super: true, profile: "admin", companyId: 1 });
    expect(user.company).toMatchObject({ id: 1, name: "Provedor", dueDate: null });
    expect(user.company.plan).toMatchObject({ users: 1000, connections: 1000, queues: 1000 });
    const flags = Object.entries(user.company.plan).filter(([name]) => name.startsWith("use"));
    expect(flags.filter(([name, value]) => name !== "users" && value !== true)).toEqual([]);
    expect(user.company.settings).toContainEqual({ key: "campaignsEnabled", value: "true" });
    expect(all(app.installation.system, "SELECT id FROM plan WHERE public = 1")).toEqual([]);
  });

  test("the first run requires the code of the newest link", async () => {
    const old = newSetUpCode(app.installation);
    const code = newSetUpCode(app.installation);
    for (const wrong of [old, "not the code", "x".repeat(32)])
      expect(await app.api().post("/setup", form(wrong))).toMatchObject({
        status: 403,
        body: { error: "ERR_NO_PERMISSION" },
      });
    expect((await app.api().post("/setup", form(code))).status).toBe(200);
  });

  test("a second set-up with the used code is rejected with 409", async () => {
    const code = newSetUpCode(app.installation);
    await app.api().post("/setup", form(code));
    expect(await app.api().post("/setup", form(code, "other@example.com"))).toMatchObject({
      status: 409,
      body: { error: "ERR_SETUP_DONE" },
    });
    expect(all(app.installation.tenants.open(1).db, "SELECT id FROM user")).toHaveLength(1);
  });

  test("when two browsers set up the installation at the same time, one of them succeeds", async () => {
    const code = newSetUpCode(app.installation);
    const replies = await Promise.all([
      app.api().post("/setup", form(code, "one@example.com")),
      app.api().post("/setup", form(code, "two@example.com")),
    ]);
    const [first, second] = replies.map(({ status }) => status).sort();
    expect(first).toBe(200);
    // 403: the code is used; 409: the set-up is complete.
    expect([403, 409]).toContain(second ?? 0);
  });

  test("a first run that fails leaves the link valid", async () => {
    const code = newSetUpCode(app.installation);
    expect((await app.api().post("/setup", { ...form(code), password: "abc" })).status).toBe(400);
    const taken = app.company("Provedor");
    await app.person(taken, { email: "root@example.com" });
    expect((await app.api().post("/setup", form(code))).status).toBe(409);
    expect((await app.api().post("/setup", form(code, "free@example.com"))).status).toBe(200);
  });
});
