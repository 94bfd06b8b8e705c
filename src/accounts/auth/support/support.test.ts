import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { ensureProviderCompany } from "#accounts/plans/index.ts";
import { all, run } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { type Api, createApi } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testUser } from "#test/helpers/installation.ts";

let app: TestApp;
let rita: UserCtx;
let root: Api;
let tenant: Tenant;
let admin: UserCtx;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
  const person = testUser(await ensureProviderCompany(app.installation, "Provedor"), {
    profile: "admin",
    name: "Rita",
  });
  run(person.tenant.db, "UPDATE user SET super = 1 WHERE id = ?", person.actor.id);
  rita = person;
  root = app.api(person);
});
afterAll(() => app.stop());
beforeEach(() => {
  tenant = app.company();
  admin = testUser(tenant, { profile: "admin" });
});

const HOUR = 3_600_000;
const enter = async () => {
  const { body } = await root.post(`/companies/${tenant.id}/support`, {});
  return { api: createApi(app.url, body.token), body };
};

describe("support session of the provider", () => {
  test("a support session of the provider has the view of an admin, and is in none of the company's lists", async () => {
    const before = (await app.api(admin).get("/users")).body.count;
    const { api, body } = await enter();
    expect(body.user).toMatchObject({
      name: "Suporte (Rita)",
      profile: "admin",
      super: false,
      companyId: tenant.id,
      supportUntil: new Date(app.clock.now() + HOUR).toISOString(),
    });
    expect((await api.get("/settings")).status).toBe(200);
    expect((await api.get("/tickets")).status).toBe(200);
    expect((await app.api(admin).get("/users")).body.count).toBe(before);
    expect((await app.api(admin).get("/users?searchParam=suporte")).body.count).toBe(0);
    expect((await api.get("/companies")).status).toBe(403);
  });

  test("a support session of the provider leaves an audit entry for every conversation it reads or finds by search", async () => {
    const connection = testConnection(tenant, { isDefault: true });
    const tickets = ["pão", "bolo", "suco"].map((word) => {
      const contact = testContact(tenant, { name: word });
      const { id } = run(
        tenant.db,
        `INSERT INTO ticket (uuid, protocol, status, contact_id, connection_id, created_at, updated_at)
          VALUES (?, ?, 'closed', ?, ?, 1, 1)`,
        word,
        word,
        contact,
        connection,
      );
      run(
        tenant.db,
        `INSERT INTO message (ticket_id, contact_id, connection_id, body, from_me, origin, created_at, updated_at)
          VALUES (?, ?, ?, ?, 0, 'contact', 1, 1)`,
        id,
        contact,
        connection,
        `quero ${word}`,
      );
      return id;
    });
    const { api } = await enter();
    await api.get(`/messages/${tickets[0]}`);
    expect((await api.get("/messages/search?searchParam=bolo")).body.hits).toHaveLength(1);
    await api.get(`/tickets/${tickets[2]}/ai-runs`);
    await app.app.runJob("audit");
    const { records } = (await app.api(admin).get("/audit?kind=ticket")).body;
    expect(
      records.map(({ who, verb, thingId }: Record<string, string>) => [who, verb, Number(thingId)]),
    ).toEqual(tickets.toReversed().map((id) => ["support", "seen", id]));
  });

  test("a support session of the provider is announced to the admins while it runs, and stays recorded", async () => {
    const socket = await app.socket(admin);
    const { api } = await enter();
    expect(await socket.event("notice", "create")).toMatchObject({
      code: "support_entered",
      details: { name: "Rita" },
    });
    const list = async () => (await app.api(admin).get("/audit?kind=support")).body.records;
    expect(await list()).toMatchObject([
      { who: "support", name: "Suporte (Rita)", verb: "entered", ip: "127.0.0.1" },
    ]);
    app.clock.advance(60_000);
    expect((await api.delete("/support")).status).toBe(200);
    expect(await list()).toMatchObject([
      { verb: "left", at: new Date(app.clock.now()).toISOString() },
      { verb: "entered" },
    ]);
    expect(await api.get("/tags")).toMatchObject({ status: 401 });
    expect((await app.api(testUser(tenant)).get("/audit")).status).toBe(403);
    const stranger = testUser(app.company(), { profile: "admin" });
    expect((await app.api(stranger).get("/audit?kind=support")).body.records).toEqual([]);
  });

  test("a support session of the provider cannot set passwords, create users or write secrets", async () => {
    const { api } = await enter();
    const refused = { status: 403, body: { error: "ERR_NO_PERMISSION" } };
    const password = "correct horse";
    const calls = [
      await api.put(`/users/${admin.actor.id}`, { password }),
      await api.post("/users", { name: "Eva", email: "eva@example.com", password, profile: "admin" }),
      await api.delete(`/users/${admin.actor.id}`),
      await api.put("/settings/asaas", { key: "asaas", value: "token" }),
      await api.post("/whatsapp", { name: "Loja", token: "a token that I know" }),
    ];
    for (const call of calls) expect(call).toMatchObject(refused);
    expect(all(tenant.db, "SELECT 1 FROM setting WHERE key = 'asaas'")).toEqual([]);
    for (const { notForSupport, method, path, access } of app.app.routes)
      if (method !== "GET" && path.startsWith("/users") && !path.endsWith("/me/away") && access !== "public")
        expect([method, path, notForSupport]).toEqual([method, path, true]);
  });

  test("a support session is refused for a disabled, missing or the provider's own company, and to everyone but super users", async () => {
    await root.put(`/companies/${tenant.id}`, { status: false });
    const codes = [
      await root.post(`/companies/${tenant.id}/support`, {}),
      await root.post("/companies/4711/support", {}),
      await root.post("/companies/1/support", {}),
      await app
        .api(testUser(app.company(), { profile: "admin" }))
        .post(`/companies/${tenant.id}/support`, {}),
    ].map(({ status, body }) => `${status} ${body.error}`);
    expect(codes).toEqual([
      "403 ERR_COMPANY_INACTIVE",
      "404 ERR_NOT_FOUND",
      "403 ERR_NO_PERMISSION",
      "403 ERR_NO_PERMISSION",
    ]);
  });

  test("a support session of the provider replaces the previous one; an unpaid company can be entered", async () => {
    const first = await enter();
    run(app.installation.system, "UPDATE company SET due_date = '2020-01-01' WHERE id = ?", tenant.id);
    app.installation.tenants.refresh(tenant.id);
    const second = await enter();
    expect((await first.api.get("/tags")).status).toBe(401);
    expect((await second.api.get("/tags")).status).toBe(200);
    expect(await app.api(admin).get("/tags")).toMatchObject({ status: 402 });
    expect(all(tenant.db, "SELECT 1 FROM user WHERE email LIKE 'support:%'")).toHaveLength(1);
    await root.delete(`/companies/${tenant.id}`);
    expect((await second.api.get("/tags")).status).toBe(401);
  });

  test("a support session of the provider ends after an hour, with its pages, and cannot be prolonged", async () => {
    const { api, body } = await enter();
    const actor = { ...admin, actor: { ...admin.actor, id: body.user.id } };
    const socket = await app.socket(actor, { token: body.token });
    app.clock.advance(HOUR);
    await app.app.runJob("support");
    expect(await socket.closed).toBe(4403);
    expect((await api.get("/tags")).body.error).toBe("ERR_TOKEN_EXPIRED");
    expect((await app.api(admin).get("/audit?kind=support")).body.records[0]).toMatchObject({
      verb: "left",
      at: new Date(app.clock.now()).toISOString(),
    });
  });
});

describe("end of a support session with its super user", () => {
  /** Another super user, who signs in by password. */
  const person = async () => {
    const provider = app.installation.tenants.open(1);
    const made = await app.person(provider, { profile: "admin", super: true });
    const { body } = await app.api().post("/auth/login", made);
    const api = createApi(app.url, body.token);
    const entered = await api.post(`/companies/${tenant.id}/support`, {});
    return {
      provider,
      made,
      api,
      id: body.user.id as number,
      inside: createApi(app.url, entered.body.token),
      token: entered.body.token as string,
      viewer: admin,
    };
  };

  test.each<[string, (who: Awaited<ReturnType<typeof person>>) => unknown]>([
    ["signed out", ({ api }) => api.delete("/auth/logout")],
    ["deleted", ({ id }) => app.api(rita).delete(`/users/${id}`)],
    [
      "no super user any more",
      ({ provider, id }) => run(provider.db, "UPDATE user SET super = 0 WHERE id = ?", id),
    ],
    ["with another password", ({ id }) => app.api(rita).put(`/users/${id}`, { password: "another one" })],
    ["signed in elsewhere", ({ made }) => app.api().post("/auth/login", made)],
  ])("a support session and its open socket end when its super user is %s", async (what, end) => {
    const who = await person();
    expect((await who.inside.get("/settings")).status).toBe(200);
    const ended = await app.socket(who.viewer, { token: who.token });
    const answer = await end(who);
    if (typeof answer === "object" && answer && "status" in answer) expect(answer.status).toBe(200);
    expect((await who.inside.get("/settings")).status).toBe(401);
    // A right that was taken in the file, without an event, is noticed by the job.
    if (what.startsWith("no super")) await app.app.runJob("support");
    expect(await ended.closed).toBe(4403);
  });

  test("a user who changes their password keeps this login session and its support session; all others end", async () => {
    const who = await person();
    run(who.provider.db, "UPDATE user SET multi_session = 1 WHERE id = ?", who.id);
    const { body } = await app.api().post("/auth/login", who.made);
    const elsewhere = createApi(app.url, body.token);
    const other = app.company();
    const entered = await elsewhere.post(`/companies/${other.id}/support`, {});
    const insideOther = createApi(app.url, entered.body.token);
    expect((await insideOther.get("/settings")).status).toBe(200);
    const change = { password: "another one", currentPassword: who.made.password };
    expect((await who.api.put(`/users/${who.id}`, change)).status).toBe(200);
    expect((await who.api.get("/auth/me")).status).toBe(200);
    expect((await who.inside.get("/settings")).status).toBe(200);
    expect((await elsewhere.get("/auth/me")).status).toBe(401);
    expect((await insideOther.get("/settings")).status).toBe(401);
  });
});
