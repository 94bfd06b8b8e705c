import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { changeCompany } from "#accounts/companies/index.ts";
import { NumberCheckPort } from "#people/contacts/index.ts";
import { one, run } from "#platform/db/database.ts";
import { createApi } from "#test/helpers/api.ts";
import { dump } from "#test/helpers/dump.ts";
import { testUser } from "#test/helpers/installation.ts";
import { talk } from "#test/helpers/talk.ts";
import type { ApiKeyMade, Scope } from "./contract.ts";
import { reindexKeys } from "./keys.ts";

const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(() => {
  t.meet();
  t.app.installation.ports.plug(NumberCheckPort, { check: async () => null });
});

const make = async (...scopes: Scope[]): Promise<ApiKeyMade> => {
  const { status, body } = await t.asAdmin.post("/api-keys", { name: "ERP", scopes });
  expect(status).toBe(200);
  return body;
};
const as = (key: string) => createApi(t.app.url, key);
const keys = async () => (await t.asAdmin.get("/api-keys")).body.keys as ApiKeyMade[];

describe("API key of a company", () => {
  test("an API key is shown once and not stored in any file", async () => {
    const made = await make("contacts:read");
    expect(made.key).toMatch(/^blc_[\w-]{43}$/);
    const [listed] = await keys();
    expect(listed).toEqual({
      id: made.id,
      name: "ERP",
      last4: made.key.slice(-4),
      scopes: ["contacts:read"],
      createdBy: made.createdBy,
      createdAt: made.createdAt,
      lastUsedAt: null,
    } as never);
    expect(dump(t.tenant.db) + dump(t.app.installation.system)).not.toContain(made.key);
  });

  test("an API key names its creator, also after the creator was deleted", async () => {
    const leaver = testUser(t.tenant, { name: "Rui Prado", profile: "admin" });
    const made = await t.app.api(leaver).post("/api-keys", { name: "ERP do Rui", scopes: ["contacts:read"] });
    const createdBy = { id: leaver.actor.id, name: "Rui Prado" };
    expect(made.body.createdBy).toEqual({ ...createdBy, isDeleted: false });
    expect((await t.asAdmin.delete(`/users/${leaver.actor.id}`)).status).toBe(200);
    const listed = (await keys()).find(({ id }) => id === made.body.id);
    expect(listed?.createdBy).toEqual({ ...createdBy, isDeleted: true });
    expect((await as(made.body.key).get("/contacts")).status).toBe(200);
  });

  test("an API key gives access to its scopes and nothing else", async () => {
    const contacts = as((await make("contacts:read")).key);
    expect((await contacts.get("/contacts")).status).toBe(200);
    for (const path of [
      "/tickets?showAll=true",
      `/messages/${t.ticketId}`,
      "/users",
      "/api-keys",
      "/settings",
    ])
      expect([path, (await contacts.get(path)).body.error]).toEqual([path, "ERR_NO_PERMISSION"]);
    expect((await contacts.post("/contacts", { name: "Eva", number: "5511900001111" })).status).toBe(403);
    const writing = as((await make("contacts:write")).key);
    const made = await writing.post("/contacts", { name: "Eva", number: "5511900001111" });
    expect(made.status).toBe(200);
    expect((await writing.put(`/contacts/${made.body.id}`, { name: "Eva Reis" })).body.name).toBe("Eva Reis");
    expect((await writing.delete(`/contacts/${made.body.id}`)).status).toBe(403);
  });

  test("an API key reads tickets and messages without marking them read", async () => {
    const reader = as((await make("tickets:read", "messages:read")).key);
    run(t.tenant.db, "UPDATE ticket SET unread_messages = 3 WHERE id = ?", t.ticketId);
    const { tickets } = (await reader.get("/tickets?showAll=true&status=open")).body;
    expect(tickets.map(({ id }: { id: number }) => id)).toContain(t.ticketId);
    expect((await reader.get(`/tickets/${t.ticketId}`)).body.id).toBe(t.ticketId);
    expect((await reader.get(`/messages/${t.ticketId}`)).status).toBe(200);
    expect(
      one<{ n: number }>(t.tenant.db, "SELECT unread_messages AS n FROM ticket WHERE id = ?", t.ticketId)?.n,
    ).toBe(3);
  });

  test("an API key sends through the named connection, or the default one", async () => {
    const sender = as((await make("messages:send")).key);
    const message = { number: "5511988882222", body: "Pela chave" };
    const sent = await sender.post(`/messages/send?whatsappId=${t.connectionId}`, message);
    expect(sent.status).toBe(200);
    const state = await sender.get(`/messages/send/${sent.body.messageId}?whatsappId=${t.connectionId}`);
    expect(state.body.id).toBe(sent.body.messageId);
    expect((await sender.post("/messages/send?whatsappId=99999", message)).body.error).toBe(
      "ERR_NO_WAPP_FOUND",
    );
    run(t.tenant.db, "UPDATE connection SET is_default = 1 WHERE id = ?", t.connectionId);
    expect((await sender.post("/messages/send", message)).status).toBe(200);
    run(t.tenant.db, "UPDATE connection SET is_default = 0");
    expect((await sender.post("/messages/send", message)).body.error).toBe("ERR_NO_DEF_WAPP_FOUND");
    const reader = await as((await make("contacts:read")).key).post("/messages/send", message);
    expect([reader.status, reader.body.error]).toEqual([403, "ERR_NO_PERMISSION"]);
  });

  test("an API key is rejected once revoked, with the response for an unknown key", async () => {
    const made = await make("contacts:read");
    expect((await t.asAdmin.delete(`/api-keys/${made.id}`)).status).toBe(200);
    const gone = await as(made.key).get("/contacts");
    expect([gone.status, gone.body]).toEqual([401, { error: "ERR_INVALID_API_TOKEN" }]);
    expect(await as("blc_nothing").get("/contacts")).toMatchObject({ status: 401, body: gone.body });
    expect((await t.asAdmin.delete(`/api-keys/${made.id}`)).status).toBe(404);
    const left = one<{ n: number }>(
      t.app.installation.system,
      "SELECT count(*) AS n FROM api_key_owner WHERE company_id = ?",
      t.tenant.id,
    );
    expect(left?.n).toBe((await keys()).length);
  });

  test("an API key is counted from the header alone", async () => {
    const { key } = await make("contacts:read");
    expect((await createApi(t.app.url, null).get(`/contacts?token=${key}`)).status).toBe(401);
    expect((await fetch(`${t.app.url}/media/${t.tenant.id}/1/a.jpg?token=${key}`)).status).not.toBe(200);
  });

  test("an API key stores its last use, to the minute", async () => {
    const made = await make("contacts:read");
    const used = async () => (await keys()).find(({ id }) => id === made.id)?.lastUsedAt;
    await as(made.key).get("/contacts");
    const first = await used();
    expect(first).toBe(new Date(t.app.clock.now()).toISOString());
    t.app.clock.advance(30_000);
    await as(made.key).get("/contacts");
    expect(await used()).toBe(first);
    t.app.clock.advance(30_000);
    await as(made.key).get("/contacts");
    expect(await used()).not.toBe(first);
  });

  test("an API key is rejected while the plan excludes keys or the company is unpaid", async () => {
    const { key } = await make("contacts:read");
    const { system } = t.app.installation;
    const plan = (on: 0 | 1) => {
      run(system, "UPDATE plan SET use_external_api = ? WHERE id = ?", on, t.tenant.company.plan.id);
      changeCompany(t.app.installation, t.tenant.id, {});
    };
    plan(0);
    expect((await as(key).get("/contacts")).body.error).toBe("ERR_PLAN_FEATURE");
    plan(1);
    const { dueDate } = t.tenant.company;
    changeCompany(t.app.installation, t.tenant.id, { dueDate: "2020-01-01" });
    expect((await as(key).get("/contacts")).status).toBe(402);
    changeCompany(t.app.installation, t.tenant.id, { dueDate });
  });

  test("an API key still works in a company that was moved to this installation", async () => {
    const { key } = await make("contacts:read");
    run(t.app.installation.system, "DELETE FROM api_key_owner");
    expect((await as(key).get("/contacts")).status).toBe(401);
    await reindexKeys(t.tenant);
    expect((await as(key).get("/contacts")).status).toBe(200);
  });

  test("an API key is created by admins, with a name and at least one scope", async () => {
    expect((await t.asAna.get("/api-keys")).status).toBe(403);
    expect((await t.asAna.post("/api-keys", { name: "ERP", scopes: ["contacts:read"] })).status).toBe(403);
    const fields = async (body: object) => (await t.asAdmin.post("/api-keys", body)).body.details?.fields;
    expect(await fields({ name: "", scopes: ["contacts:read"] })).toEqual({ name: "required" });
    expect(await fields({ name: "ERP", scopes: [] })).toHaveProperty("scopes");
    expect(await fields({ name: "ERP", scopes: ["users:write"] })).toBeDefined();
  });

  test("an API key gets 429 after 600 requests and is served again a minute later", async () => {
    const stranger = t.app.api(testUser(t.tenant, { profile: "admin" }));
    const { key } = (await stranger.post("/api-keys", { name: "BI", scopes: ["contacts:read"] })).body;
    const statuses: number[] = [];
    while (statuses.length <= 600) statuses.push((await as(key).get("/contacts/99999")).status);
    expect(new Set(statuses.slice(0, 600))).toEqual(new Set([404]));
    expect(statuses.at(-1)).toBe(429);
    t.app.clock.advance(60_000);
    expect((await as(key).get("/contacts/99999")).status).toBe(404);
  });
});
