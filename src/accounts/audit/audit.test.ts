import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { ensureProviderCompany } from "#accounts/plans/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { route } from "#tenants/route.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { createApi } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testQueue, testUser } from "#test/helpers/installation.ts";
import { audited } from "./audited.ts";
import type { AuditEntry } from "./contract.ts";
import { auditIn, type NewEntry } from "./write.ts";

let app: TestApp;
let tenant: Tenant;
let admin: UserCtx;
let root: UserCtx;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
  root = testUser(await ensureProviderCompany(app.installation, "Provedor"), {
    profile: "admin",
    name: "Rita",
  });
  run(root.tenant.db, "UPDATE user SET super = 1 WHERE id = ?", root.actor.id);
});
afterAll(() => app.stop());
beforeEach(() => {
  tenant = app.company();
  admin = testUser(tenant, { profile: "admin", name: "Bia" });
});

const trail = async (query = "", who = admin): Promise<readonly AuditEntry[]> => {
  const { body } = await app.api(who).get(`/audit${query}`);
  // Leaves out the entries of logins.
  return (body.records as AuditEntry[]).filter(({ verb }) => verb !== "signed-in");
};
const entry = (name: string) => ({ who: "person", userId: 1, name, kind: "tag", action: "created" }) as const;
const write = (added: NewEntry) => tenant.write((unit) => auditIn(unit, added));

describe("audit trail of a company", () => {
  test("the audit trail of a company records who changed which fields, and of a secret only that it changed", async () => {
    const api = app.api(admin);
    const queue = testQueue(tenant, "Vendas");
    const color = "#00aa55";
    await api.put(`/queue/${queue}`, { name: "Vendas e trocas", color, greetingMessage: "Olá!" });
    await api.put("/settings/call", { value: "enabled" });
    await api.put("/settings/asaas", { value: "token-que-ninguem-ve" });
    await api.delete(`/queue/${queue}`);
    expect(await trail()).toMatchObject([
      { kind: "queue", verb: "removed", thing: "Vendas e trocas", thingId: String(queue) },
      { kind: "setting", verb: "changed", thingId: "asaas", details: { fields: ["asaas"] } },
      {
        kind: "setting",
        thingId: "call",
        details: { values: { call: [null, "enabled"] } },
      },
      {
        who: "person",
        name: "Bia",
        ip: "127.0.0.1",
        kind: "queue",
        verb: "changed",
        thing: "Vendas e trocas",
        details: {
          fields: ["name", "color", "greeting_message"],
          values: { name: ["Vendas", "Vendas e trocas"], color: [expect.any(String), color] },
        },
      },
    ]);
    const stored = JSON.stringify(all(tenant.db, "SELECT * FROM audit_log"));
    expect(stored).not.toContain("token-que");
    expect(stored).not.toContain("Olá!");
  });

  test("the audit trail of a company records exports, without names of people outside the company", async () => {
    const contact = testContact(tenant, { name: "Cliente Sigiloso" });
    const api = app.api(admin);
    expect((await api.get(`/contacts/${contact}/export`)).status).toBe(200);
    expect((await api.get(`/contacts/export?ids=${contact}`)).status).toBe(200);
    expect((await api.delete(`/contacts/${contact}`)).status).toBe(200);
    expect(await trail("?kind=contact")).toMatchObject([
      { verb: "removed", thingId: String(contact), thing: null },
      { verb: "exported", thingId: null, details: { count: 1 } },
      { verb: "exported", thingId: String(contact) },
    ]);
    expect(JSON.stringify(all(tenant.db, "SELECT * FROM audit_log"))).not.toContain("Sigiloso");
  });

  test("the audit trail of a company records logins, failed logins, ends of sessions and new passwords", async () => {
    const { email, password, id } = await app.person(tenant, { profile: "admin" });
    const nobody = app.api();
    await nobody.post("/auth/login", { email, password: "wrong-one" });
    const { body } = await nobody.post("/auth/login", { email, password });
    const api = createApi(app.url, body.token);
    await api.put(`/users/${id}`, { password: "another-horse", currentPassword: password });
    await api.delete("/auth/logout");
    await app.app.runJob("audit");
    const { body: page } = await app.api(admin).get(`/audit?userId=${id}`);
    expect(page.records.map(({ kind, verb }: AuditEntry) => `${kind}.${verb}`)).toEqual([
      "session.sign-in-failed",
      "session.signed-out",
      "user.changed",
      "user.password-set",
      "session.signed-in",
    ]);
    expect(JSON.stringify(page)).not.toContain("horse");
    expect(page.records[2].details.fields).toEqual(["password_hash"]);
  });

  test("the audit trail of a company records refused actions once an hour, and reads of a colleague's conversation", async () => {
    const queue = testQueue(tenant);
    const ana = testUser(tenant, { name: "Ana", queueIds: [queue] });
    for (let n = 0; n < 3; n += 1) await app.api(ana).post("/queue", { name: "x", color: "#000000" });
    const made = await app.api(ana).post("/tickets", {
      contactId: testContact(tenant),
      queueId: queue,
      whatsappId: testConnection(tenant, { queueIds: [queue], isDefault: true }),
      userId: ana.actor.id,
      status: "open",
    });
    expect(made.status).toBe(200);
    for (const who of [ana, admin, admin]) await app.api(who).get(`/messages/${made.body.id}`);
    await app.app.runJob("audit");
    // Reading the AI runs of a ticket is a read of it, too; within the hour both are one entry.
    await app.api(admin).get(`/tickets/${made.body.id}/ai-runs`);
    await app.app.runJob("audit");
    expect(await trail()).toMatchObject([
      { name: "Bia", kind: "ticket", verb: "seen", thingId: String(made.body.id), thing: null },
      { name: "Ana", kind: "route", verb: "refused", thingId: "queue.created" },
    ]);
  });

  test("the audit trail of a company is for admins of one company, paged and filtered by person, subject and day; its export is recorded", async () => {
    for (let n = 0; n < 60; n += 1) write({ ...entry(n % 2 ? "Ana" : "Bia"), subjectId: n % 3 });
    app.clock.advance(86_400_000);
    write({ ...entry("Caio"), userId: admin.actor.id });
    const first = (await app.api(admin).get("/audit?kind=tag")).body;
    expect([first.records.length, first.hasMore]).toEqual([50, true]);
    const rest = (await app.api(admin).get(`/audit?kind=tag&before=${first.records.at(-1).id}`)).body;
    expect([rest.records.length, rest.hasMore]).toEqual([11, false]);
    expect(await trail("?kind=tag&thingId=2")).toHaveLength(20);
    const day = new Date(app.clock.now() - 3 * 3_600_000).toISOString().slice(0, 10);
    expect(await trail(`?kind=tag&from=${day}`)).toMatchObject([{ name: "Caio" }]);
    expect((await app.api(admin).get(`/audit?to=${day}&verb=created`)).body.records).toHaveLength(50);
    expect((await app.api(admin).get("/audit/people")).body).toContainEqual({
      id: admin.actor.id,
      name: "Bia",
    });
    expect((await app.api(admin).get("/audit?kind=secrets")).status).toBe(400);
    const { body } = await app.api(admin).get("/audit/export?kind=tag&language=pt");
    expect(body).toContain("Quando (UTC);Quem");
    expect(body.trim().split("\r\n")).toHaveLength(62);
    expect((await trail())[0]).toMatchObject({ kind: "audit", verb: "exported" });
    const stranger = testUser(app.company(), { profile: "admin" });
    expect(await trail("?kind=tag", stranger)).toEqual([]);
    for (const path of ["/audit", "/audit/people", "/audit/export"])
      expect((await app.api(testUser(tenant)).get(path)).status).toBe(403);
    for (const path of ["/audit/provider", "/audit/provider/people", "/audit/provider/export"])
      expect((await app.api(admin).get(path)).status).toBe(403);
  });

  test("the audit trail of a company is exported with words in the language of the reader", async () => {
    const api = app.api(admin);
    await api.put("/settings/userRating", { value: "enabled" });
    await api.put("/settings/asaas", { value: "a secret" });
    const { id } = testUser(tenant, { name: "Caio" }).actor;
    await api.put(`/users/${id}`, { profile: "supervisor" });
    const file = async (language: string) =>
      String((await api.get(`/audit/export?language=${language}`)).body)
        .split("\r\n")
        .map((row) => row.split(";").slice(2, 8).join(";"));
    expect((await file("pt")).slice(2, 5)).toEqual([
      `Pessoa;Usuário;Alterou;Caio;${id};perfil: atendente → supervisor`,
      "Pessoa;Configuração;Alterou;Token do Asaas;asaas;Token do Asaas",
      "Pessoa;Configuração;Alterou;Avaliação do atendimento;userRating;Avaliação do atendimento: – → ligado",
    ]);
    const english = (await file("en"))[3];
    expect(english).toBe(`Person;User;Changed;Caio;${id};profile: attendant → supervisor`);
  });

  test("the audit trail of a company cannot be changed, and is deleted after the provider's retention in months", async () => {
    write(entry("Ana"));
    expect(() => run(tenant.db, "UPDATE audit_log SET name = 'Eva'")).toThrow("cannot be changed");
    const count = () =>
      one<{ n: number }>(tenant.db, "SELECT count(*) AS n FROM audit_log WHERE kind = 'tag'")?.n;
    app.clock.advance(360 * 86_400_000);
    await app.app.runJob("audit_retention");
    expect(count()).toBe(1);
    app.clock.advance(10 * 86_400_000);
    await app.app.runJob("audit_retention");
    expect(count()).toBe(0);
  });
});

describe("change and its audit entry", () => {
  const last = async (query: string) => (await trail(query))[0];
  const told = (who: UserCtx, table: string) =>
    all<{ subject: string | null; subject_id: string; details: string }>(
      table === "provider_audit_log" ? app.installation.system : who.tenant.db,
      `SELECT subject, subject_id, details FROM ${table} ORDER BY id`,
    ).map(({ subject, subject_id, details }) => ({ thing: subject, id: subject_id, ...JSON.parse(details) }));

  test("a change and its audit entry are one transaction: without the entry there is no change, in the company and the system file", async () => {
    const refuse = (table: string) =>
      `CREATE TRIGGER refused BEFORE INSERT ON ${table} BEGIN SELECT raise(ABORT, 'full'); END`;
    // The logins of both leave entries as well.
    const [api, provider] = [app.api(admin), app.api(root)];
    run(tenant.db, refuse("audit_log"));
    expect((await api.post("/tags", { name: "Sem linha", color: "#112233" })).status).toBe(500);
    expect((await api.put("/settings/call", { value: "enabled" })).status).toBe(500);
    expect(all(tenant.db, "SELECT * FROM tag")).toEqual([]);
    expect(all(tenant.db, "SELECT * FROM setting WHERE key = 'call'")).toEqual([]);
    const { system } = app.installation;
    run(system, refuse("provider_audit_log"));
    const help = { title: "Sem linha", video: "dQw4w9WgXcQ" };
    expect((await provider.post("/helps", help)).status).toBe(500);
    expect((await provider.put("/brand", { name: "Sem linha", color: "" })).status).toBe(500);
    run(system, "DROP TRIGGER refused");
    expect(all(system, "SELECT * FROM help")).toEqual([]);
    expect(one(system, "SELECT name FROM brand")).toEqual({ name: "" });
  });

  test("audit entries of parallel requests each name the subject of their own request", async () => {
    const names = Array.from({ length: 12 }, (_, n) => `Etiqueta ${n}`);
    const made = await Promise.all(
      names.map((name) => app.api(admin).post("/tags", { name, color: "#112233" })),
    );
    const ids = Object.fromEntries(told(admin, "audit_log").map(({ thing, id }) => [thing, id]));
    for (const { body } of made) expect(ids[body.name]).toBe(String(body.id));
    await Promise.all(
      made.map(({ body }, n) =>
        app.api(admin).put(`/tags/${body.id}`, n % 2 ? { color: "#445566" } : { kanban: true }),
      ),
    );
    const changes = told(admin, "audit_log").filter(({ fields }) => fields);
    expect(changes).toHaveLength(12);
    for (const { thing, fields } of changes)
      expect(fields).toEqual(names.indexOf(thing) % 2 ? ["color"] : ["kanban"]);
  });

  test("a request that changes phone and campaigns of a company gives one audit entry", async () => {
    const sent = { phone: "11999990000", campaignsEnabled: false };
    expect((await app.api(root).put(`/companies/${tenant.id}`, sent)).body).toMatchObject(sent);
    const lines = [await trail("?kind=company"), told(root, "provider_audit_log").slice(-1)].flat();
    expect(lines).toMatchObject([
      { details: { fields: ["phone", "campaigns_enabled"] } },
      { id: String(tenant.id), fields: ["phone", "campaigns_enabled"] },
    ]);
    const before = told(root, "provider_audit_log").length;
    await app.api(root).put(`/companies/${tenant.id}`, { campaignsEnabled: true });
    expect(told(root, "provider_audit_log").slice(before)).toMatchObject([{ fields: ["campaigns_enabled"] }]);
  });

  test("a request with two transactions gives an audit entry for each, with its fields", async () => {
    const { body: tag } = await app.api(admin).post("/tags", { name: "Frio", color: "#112233" });
    const set = (ctx: UserCtx, sql: string) => ctx.tenant.write(({ db }) => run(db, sql, tag.id));
    const twice = audited(
      route({
        method: "PUT",
        path: "/tags/:id",
        audit: "tag.changed",
        summary: "Change a tag in two transactions",
        params: IdParams,
        answer: MessageAnswer,
        handle({ ctx }) {
          set(ctx, "UPDATE tag SET name = 'Quente' WHERE id = ?");
          set(ctx, "UPDATE tag SET color = '#aa2233' WHERE id = ?");
          return { message: "twice" };
        },
      }),
    );
    const ctx = { installation: app.installation, user: admin };
    await twice.handle({ ctx, params: { id: tag.id }, ip: "127.0.0.1" } as never);
    expect((await trail("?kind=tag")).map(({ details }) => details.fields)).toEqual([
      ["color"],
      ["name"],
      undefined,
    ]);
  });

  test("an audit entry names changes that are stored in rows of other tables", async () => {
    const api = app.api(admin);
    await api.post("/campaign-settings", { settings: { messageInterval: 5, greaterInterval: 120 } });
    expect((await last("?kind=campaign-settings"))?.details).toEqual({
      fields: ["messageInterval", "greaterInterval"],
    });
    const connection = testConnection(tenant, { name: "Loja" });
    await api.put(`/consent-texts/${connection}`, { text: "Guardamos a conversa.", tellAgain: false });
    expect(await last("?kind=privacy-notice")).toMatchObject({
      thing: "Loja",
      details: { fields: ["text"] },
    });
    const [ana, caio] = ["Ana", "Caio"].map((name) => ({ id: testUser(tenant, { name }).actor.id }));
    const { body: chat } = await api.post("/chats", { title: "Equipe", users: [ana, caio] });
    await api.put(`/chats/${chat.id}`, { title: "Equipe", users: [caio] });
    expect((await last("?kind=chat"))?.details).toEqual({ fields: ["users"] });
    await app.api(root).put("/brand", { name: "Minha Central", color: "" });
    await app.api(root).put("/legal/privacy", { language: "en", text: "Be kind." });
    expect(told(root, "provider_audit_log").slice(-2)).toMatchObject([
      { fields: ["name"], values: { name: ["", "Minha Central"] } },
      { fields: ["text_en"] },
    ]);
  });

  test("a change refused for lack of permission leaves no audit entry of a change", async () => {
    const before = (await trail()).length;
    expect((await app.api(admin).put("/queue/4711", { name: "Nada" })).status).toBe(404);
    expect(await trail()).toHaveLength(before);
  });
});

describe("audit trail of the provider", () => {
  test("the audit trail of the provider records actions of super users on companies, plans and the installation; a company reads its own", async () => {
    const provider = app.api(root);
    await provider.put(`/companies/${tenant.id}`, { dueDate: "2030-01-31", recurrence: "ANUAL" });
    await provider.put("/settings/pixKey", { value: "a@b.c" });
    await provider.put("/settings/smtpUrl", { value: "smtps://u:secret-of-mail@mail.example.com" });
    const { body } = await provider.get("/audit/provider");
    expect(body.records.slice(0, 3)).toMatchObject([
      { kind: "setting", thingId: "smtpUrl", details: { fields: ["smtpUrl"] } },
      { kind: "setting", thingId: "pixKey", details: { values: { pixKey: [null, "a@b.c"] } } },
      {
        name: "Rita",
        kind: "company",
        verb: "changed",
        company: { id: tenant.id },
        details: { values: { due_date: [null, "2030-01-31"], recurrence: ["MENSAL", "ANUAL"] } },
      },
    ]);
    expect(JSON.stringify(body)).not.toContain("secret-of-mail");
    expect(await trail("?kind=company")).toMatchObject([
      {
        who: "provider",
        name: "Rita",
        userId: null,
        details: { values: { due_date: [null, "2030-01-31"] } },
      },
    ]);
  });

  test("the audit trail of the provider shows the company every action of the support, including messages it read", async () => {
    const { body } = await app.api(root).post(`/companies/${tenant.id}/support`, {});
    const support = createApi(app.url, body.token);
    const tag = await support.post("/tags", { name: "Do suporte" });
    await support.post("/contacts/check", { number: "5511999990000", whatsappId: 1 });
    await support.post("/announcements/read-all", {});
    await support.delete(`/tags/${tag.body.id}`);
    await support.delete("/support");
    const lines = (await trail()).map(({ who, kind, verb, details }) => [
      who,
      `${kind}.${verb}`,
      details.route,
    ]);
    expect(lines).toEqual([
      ["support", "support.left", undefined],
      ["support", "tag.removed", undefined],
      ["support", "route.did", "POST /announcements/read-all"],
      ["support", "tag.created", undefined],
      ["support", "support.entered", undefined],
    ]);
  });
});
