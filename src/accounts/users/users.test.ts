import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import { type Person, startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testQueue, testUser } from "#test/helpers/installation.ts";
import { UserDeleted, UserLeftQueues } from "./events.ts";

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
});
afterEach(() => app.stop());

const setUp = (plan?: Partial<Record<string, number>>) => {
  const tenant = app.company(undefined, plan);
  const boss = testUser(tenant, { name: "Zélia", profile: "admin" });
  return { tenant, boss, admin: app.api(boss) };
};
let made = 0;
const form = (fields: object = {}) => {
  made += 1;
  return { name: "Bruno Lima", email: `bruno${made}@example.com`, password: "secret", ...fields };
};
const login = ({ email, password }: Pick<Person, "email" | "password">) =>
  app.api().post("/auth/login", { email, password });

describe("creating a user", () => {
  test("creating a user stores the fields, but neither the plain password nor the super flag", async () => {
    const { tenant, admin } = setUp();
    const [sales, support] = [testQueue(tenant), testQueue(tenant)];
    const line = testConnection(tenant);
    const sent = form({
      profile: "supervisor",
      queueIds: [sales, support, sales],
      whatsappId: line,
      allTicket: "enabled",
      super: true,
      companyId: 1,
      id: 4711,
    });
    const reply = await admin.post("/users", sent);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      name: "Bruno Lima",
      profile: "supervisor",
      whatsappId: line,
      super: false,
      allTicket: "enable",
      signMessages: true,
      companyId: tenant.id,
      online: false,
    });
    expect(reply.body.id).not.toBe(4711);
    expect(reply.body.queues.map(({ id }: { id: number }) => id)).toEqual([sales, support]);
    const row = one<{ password_hash: string }>(tenant.db, "SELECT * FROM user WHERE id = ?", reply.body.id);
    expect(row?.password_hash).toStartWith("$argon2id$");
    expect((await login(sent)).status).toBe(200);
  });

  test("creating a user validates its fields", async () => {
    const { admin } = setUp();
    const fieldsOf = async (fields: object) =>
      (await admin.post("/users", form(fields))).body.details?.fields;
    expect(await fieldsOf({ name: "A" })).toEqual({ name: "too_short" });
    expect(await fieldsOf({ name: "x".repeat(51) })).toEqual({ name: "too_long" });
    expect(await fieldsOf({ email: "nobody" })).toEqual({ email: "invalid" });
    expect(await fieldsOf({ email: "" })).toEqual({ email: "required" });
    expect(await fieldsOf({ password: "four" })).toEqual({ password: "too_short" });
    expect(await fieldsOf({ password: "x".repeat(51) })).toEqual({ password: "too_long" });
    expect(await fieldsOf({ profile: "root" })).toEqual({ profile: "invalid" });
  });

  test("creating a user requires the provider's minimum password length", async () => {
    const { tenant, admin } = setUp();
    writeSetting(tenant, "passwordMinLength", "10");
    expect((await admin.post("/users", form())).body.details.fields).toEqual({ password: "too_short" });
    writeSetting(tenant, "passwordMinLength", "5");
    expect((await admin.post("/users", form())).status).toBe(200);
  });

  test("creating a user is rejected for an e-mail in use anywhere in the installation, without revealing by whom", async () => {
    const [one, two] = [setUp(), setUp()];
    const sent = form();
    expect((await one.admin.post("/users", sent)).status).toBe(200);
    for (const { admin } of [one, two]) {
      const refused = await admin.post("/users", { ...sent, email: sent.email.toUpperCase() });
      expect(refused).toMatchObject({ status: 409, body: { error: "ERR_EMAIL_IN_USE" } });
      expect(refused.body.details).toBeUndefined();
    }
  });

  test("creating a user succeeds for one of two parallel requests with the same e-mail", async () => {
    const companies = [setUp(), setUp(), setUp()];
    const sent = form();
    const replies = await Promise.all(companies.map(({ admin }) => admin.post("/users", sent)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await login(sent)).status).toBe(200);
  });

  test("creating a user is rejected when the setting forbids it", async () => {
    const { tenant, admin } = setUp();
    writeSetting(tenant, "userCreation", "disabled");
    expect(await admin.post("/users", form())).toMatchObject({
      status: 403,
      body: { error: "ERR_USER_CREATION_DISABLED" },
    });
  });

  test("creating a user stops exactly at the plan's limit, also for parallel requests", async () => {
    const { tenant, admin } = setUp({ users: 4 });
    const replies = await Promise.all(Array.from({ length: 8 }, () => admin.post("/users", form())));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = replies.find(({ status }) => status !== 200);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: "ERR_PLAN_LIMIT", details: { resource: "users", limit: 4, used: 4 } },
    });
    expect(all(tenant.db, "SELECT id FROM user")).toHaveLength(4);
    const taken = all<{ email: string }>(app.installation.system, "SELECT email FROM login").length;
    await admin.post("/users", form());
    expect(all(app.installation.system, "SELECT email FROM login")).toHaveLength(taken);
  });

  test("creating a user is rejected with unknown queues or connections", async () => {
    const { tenant, admin } = setUp();
    const foreign = testQueue(app.company());
    for (const queueIds of [[foreign + 1000], [-1], [1.5]])
      expect(await admin.post("/users", form({ queueIds }))).toMatchObject({
        status: 404,
        body: { error: "ERR_NO_QUEUE_FOUND" },
      });
    expect(await admin.post("/users", form({ whatsappId: 99 }))).toMatchObject({
      status: 404,
      body: { error: "ERR_NO_WAPP_FOUND" },
    });
    expect(all(tenant.db, "SELECT id FROM user")).toHaveLength(1);
  });
});

describe("login index", () => {
  test("the login index ignores a row that a crash left behind", async () => {
    const { tenant, admin } = setUp();
    const sent = form();
    run(app.installation.system, "INSERT INTO login VALUES (?, ?, 999)", sent.email, tenant.id);
    expect((await login(sent)).status).toBe(401);
    expect((await admin.post("/users", sent)).status).toBe(200);
    expect((await login(sent)).status).toBe(200);
  });

  test("the login index follows a changed e-mail and releases the old one", async () => {
    const { admin } = setUp();
    const sent = form();
    const { id } = (await admin.post("/users", sent)).body;
    expect((await admin.put(`/users/${id}`, { email: `new-${sent.email}` })).status).toBe(200);
    expect((await login(sent)).status).toBe(401);
    expect((await login({ ...sent, email: `new-${sent.email}` })).status).toBe(200);
    expect((await setUp().admin.post("/users", form({ email: sent.email }))).status).toBe(200);
  });
});

describe("changing a user", () => {
  test("a change of a user leaves absent fields unchanged", async () => {
    const { tenant, admin } = setUp();
    const queue = testQueue(tenant);
    const { id } = (await admin.post("/users", form({ queueIds: [queue], allTicket: true }))).body;
    const { body } = await admin.put(`/users/${id}`, { name: "Bruno Reis", password: "" });
    expect(body).toMatchObject({
      name: "Bruno Reis",
      allTicket: "enable",
      queues: [{ id: queue, UserQueue: { queueId: queue } }],
    });
    expect((await admin.put(`/users/${id}`, { whatsappId: "" })).body.whatsappId).toBeNull();
  });

  test("users change their own data, but not their rights", async () => {
    const { tenant } = setUp();
    const queue = testQueue(tenant);
    const person = testUser(tenant, { queueIds: [queue] });
    const api = app.api(person);
    const sent = {
      name: "Carla Dias",
      profile: "admin",
      queueIds: [],
      whatsappId: testConnection(tenant),
      allTicket: "enable",
      signMessages: false,
      multiSession: true,
      maxOpenTickets: 3,
      super: true,
    };
    const { status, body } = await api.put(`/users/${person.actor.id}`, sent);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: "Carla Dias",
      profile: "user",
      whatsappId: null,
      allTicket: "disable",
      signMessages: false,
      multiSession: false,
      maxOpenTickets: 0,
      super: false,
      queues: [{ id: queue }],
    });
  });

  test("admins set the ticket limit and whether several sessions are allowed", async () => {
    const { tenant, admin } = setUp();
    const { body } = await admin.post("/users", form({ multiSession: true, maxOpenTickets: "12" }));
    expect(body).toMatchObject({ multiSession: true, maxOpenTickets: 12, openTickets: 0 });
    const ticket = `INSERT INTO ticket (uuid, status, contact_id, connection_id, user_id, protocol, created_at, updated_at)
      VALUES (?, ?, ?, ?, ?, ?, 0, 0)`;
    const line = testConnection(tenant);
    for (const status of ["open", "open", "closed", "pending"]) {
      const contact = testContact(tenant);
      run(tenant.db, ticket, `u${contact}`, status, contact, line, body.id, `p${contact}`);
    }
    const changed = await admin.put(`/users/${body.id}`, { maxOpenTickets: 0 });
    expect(changed.body).toMatchObject({ multiSession: true, maxOpenTickets: 0, openTickets: 2 });
    for (const maxOpenTickets of [-1, 1.5, 1001, "many"])
      expect((await admin.put(`/users/${body.id}`, { maxOpenTickets })).body.details.fields).toEqual({
        maxOpenTickets: "invalid",
      });
  });

  test("users cannot change others", async () => {
    const { tenant, boss } = setUp();
    const supervisor = app.api(testUser(tenant, { profile: "supervisor" }));
    expect(await supervisor.put(`/users/${boss.actor.id}`, { name: "Hacked" })).toMatchObject({
      status: 403,
      body: { error: "ERR_NO_PERMISSION" },
    });
    expect(await supervisor.put("/users/4711", { name: "Nobody" })).toMatchObject({
      status: 404,
      body: { error: "ERR_NO_USER_FOUND" },
    });
  });

  test("only super users change a super user", async () => {
    const { tenant, admin } = setUp();
    const root = testUser(tenant, { profile: "admin" });
    run(tenant.db, "UPDATE user SET super = 1 WHERE id = ?", root.actor.id);
    expect((await admin.put(`/users/${root.actor.id}`, { password: "taken over" })).status).toBe(403);
    expect((await admin.delete(`/users/${root.actor.id}`)).status).toBe(403);
    expect((await app.api(root).put(`/users/${root.actor.id}`, { name: "Root" })).status).toBe(200);
  });

  test("a new password ends all sessions except the current one", async () => {
    const { tenant, admin } = setUp();
    const person = await app.person(tenant);
    run(tenant.db, "UPDATE user SET multi_session = 1 WHERE id = ?", person.id);
    const bearer = async () => ({ authorization: `Bearer ${(await login(person)).body.token}` });
    const [here, there] = [await bearer(), await bearer()];
    const change = { password: "another one", currentPassword: person.password };
    await app.api().put(`/users/${person.id}`, change, here);
    expect((await app.api().get("/auth/me", here)).status).toBe(200);
    expect((await app.api().get("/auth/me", there)).status).toBe(401);
    expect((await login(person)).status).toBe(401);
    await admin.put(`/users/${person.id}`, { password: "by the admin" });
    expect((await app.api().get("/auth/me", here)).status).toBe(401);
  });

  test("the last admin cannot be demoted", async () => {
    const { tenant, boss, admin } = setUp();
    expect(await admin.put(`/users/${boss.actor.id}`, { profile: "user" })).toMatchObject({
      status: 409,
      body: { error: "ERR_LAST_ADMIN" },
    });
    const second = testUser(tenant, { profile: "admin" });
    expect((await admin.put(`/users/${boss.actor.id}`, { profile: "user" })).status).toBe(200);
    expect((await app.api(second).delete(`/users/${second.actor.id}`)).status).toBe(409);
  });

  test("removed queues are reported to the tickets within the transaction", async () => {
    const { tenant, admin } = setUp();
    const [kept, lost] = [testQueue(tenant), testQueue(tenant)];
    const person = testUser(tenant, { queueIds: [kept, lost] });
    const heard: unknown[] = [];
    app.installation.bus.within(UserLeftQueues, (unit, event) => {
      if (unit.tenant === tenant) heard.push({ ...event, inside: unit.db.$client.inTransaction });
    });
    await admin.put(`/users/${person.actor.id}`, { queueIds: [kept] });
    expect(heard).toEqual([{ userId: person.actor.id, queueIds: [lost], inside: true }]);
  });
});

describe("deleting a user", () => {
  test("deleting a user hides the row, ends the sessions and releases the e-mail", async () => {
    const { tenant, admin } = setUp();
    const person = await app.person(tenant);
    const bearer = { authorization: `Bearer ${(await login(person)).body.token}` };
    const heard: number[] = [];
    app.installation.bus.within(UserDeleted, (unit, { userId }) => {
      if (unit.tenant === tenant) heard.push(userId);
    });
    expect((await admin.delete(`/users/${person.id}`)).status).toBe(200);
    expect(heard).toEqual([person.id]);
    expect((await app.api().get("/auth/me", bearer)).status).toBe(401);
    expect((await login(person)).status).toBe(401);
    expect((await admin.get(`/users/${person.id}`)).status).toBe(404);
    expect((await admin.delete(`/users/${person.id}`)).status).toBe(404);
    expect(one(tenant.db, "SELECT name FROM user WHERE id = ?", person.id)).toBeDefined();
    expect((await admin.post("/users", form({ email: person.email }))).status).toBe(200);
  });

  test("deleting a user requires an admin", async () => {
    const { tenant, boss } = setUp();
    expect((await app.api(testUser(tenant)).delete(`/users/${boss.actor.id}`)).status).toBe(403);
  });

  test("deleting a user is rejected for the last admin and the last super user", async () => {
    const { tenant, boss, admin } = setUp();
    expect((await admin.delete(`/users/${boss.actor.id}`)).body.error).toBe("ERR_LAST_ADMIN");
    run(tenant.db, "UPDATE user SET super = 1 WHERE id = ?", boss.actor.id);
    testUser(tenant, { profile: "admin" });
    expect((await admin.delete(`/users/${boss.actor.id}`)).body.error).toBe("ERR_LAST_ADMIN");
  });
});

describe("reading users", () => {
  test("admins see e-mails, colleagues a reduced set of fields", async () => {
    const { tenant, boss, admin } = setUp();
    const person = testUser(tenant, { name: "Davi" });
    const full = (await admin.get(`/users/${person.actor.id}`)).body;
    expect(full.email).toContain("@");
    const api = app.api(person);
    const keys = ["away", "id", "name", "online", "pauseReason", "profile", "queues"];
    expect(Object.keys((await api.get(`/users/${boss.actor.id}`)).body).sort()).toEqual(keys);
    expect((await api.get(`/users/${person.actor.id}`)).body.email).toBe(full.email);
    const lists = [(await api.get("/users")).body.users, (await api.get("/users/list")).body];
    for (const list of lists)
      for (const shown of list)
        if (shown.id !== person.actor.id) expect(Object.keys(shown).sort()).toEqual(keys);
  });

  test("lists are paged by name and searched without case and accents, by e-mail only for admins", async () => {
    const { tenant, admin } = setUp();
    const names = Array.from({ length: 22 }, (_, n) => `Érica ${String(n).padStart(2, "0")}`);
    for (const name of names) testUser(tenant, { name });
    const first = (await admin.get("/users?searchParam=%20ERICA&pageNumber=1")).body;
    const second = (await admin.get("/users?searchParam=erica&pageNumber=2")).body;
    expect([first.count, first.hasMore, second.hasMore]).toEqual([22, true, false]);
    const shown = [...first.users, ...second.users].map(({ name }: { name: string }) => name);
    expect(shown).toEqual(names);
    expect((await admin.get("/users?pageNumber=1000000000")).body).toMatchObject({
      users: [],
      hasMore: false,
    });
    const email = first.users[0].email;
    expect((await admin.get(`/users/list?searchParam=${email}`)).body).toHaveLength(1);
    const curious = app.api(testUser(tenant, { name: "Fábio" }));
    expect((await curious.get(`/users/list?searchParam=${email}`)).body).toHaveLength(0);
    for (const text of ["%", "_", "'", '"*', "NEAR("])
      expect((await admin.get(`/users?searchParam=${encodeURIComponent(text)}`)).body.users).toEqual([]);
  });

  test("users of a queue are listed", async () => {
    const { tenant, admin } = setUp();
    const queue = testQueue(tenant);
    const person = testUser(tenant, { queueIds: [queue] });
    const { body } = await admin.get(`/users/queue/${queue}`);
    expect(body.map(({ id }: { id: number }) => id)).toEqual([person.actor.id]);
  });

  test("only a super user reads another company", async () => {
    const { tenant, boss, admin } = setUp();
    const other = setUp();
    const ids = async (api: typeof admin) =>
      (await api.get(`/users/list?companyId=${other.tenant.id}`)).body.map(
        ({ name }: { name: string }) => name,
      );
    testUser(other.tenant, { name: "Of the other" });
    expect(await ids(admin)).toEqual(["Zélia"]);
    run(tenant.db, "UPDATE user SET super = 1 WHERE id = ?", boss.actor.id);
    expect(await ids(admin)).toContain("Of the other");
    expect((await admin.get("/users/list?companyId=99999")).status).toBe(404);
  });
});
