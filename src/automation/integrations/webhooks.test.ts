import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { testKey } from "#accounts/api-keys/testing.ts";
import { changeCompany } from "#accounts/companies/index.ts";
import { liftRestriction, openRestriction } from "#channels/connections/index.ts";
import { applyTrigger } from "#channels/connections/sessions/apply-trigger.ts";
import type { Trigger } from "#channels/connections/sessions/lifecycle.ts";
import { one, run } from "#platform/db/database.ts";
import { type HookServer, startHook } from "#simulator/hook/server.ts";
import { createApi } from "#test/helpers/api.ts";
import { testUser } from "#test/helpers/installation.ts";
import { becomesTrue } from "#test/helpers/provider.ts";
import type { WebhookMade } from "./contract.ts";
import { allowLoopback, desk, forbidLoopback } from "./testing.ts";

const t = desk();
let hook: HookServer;
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(() => {
  t.meet();
  hook = startHook();
});
afterEach(async () => {
  allowLoopback(t);
  await hook.stop();
});

const make = async (events: string[], api = t.asAdmin): Promise<WebhookMade> => {
  const { status, body } = await api.post("/webhooks", { name: "ERP", url: hook.url, events });
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
};
const plan = (flags: Record<string, 0 | 1>) => {
  for (const [flag, on] of Object.entries(flags))
    run(t.app.installation.system, `UPDATE plan SET ${flag} = ? WHERE id = ?`, on, t.tenant.company.plan.id);
  changeCompany(t.app.installation, t.tenant.id, {});
};

describe("a webhook of the company", () => {
  test("a webhook of the company receives events signed with its secret", async () => {
    const { secret, id } = await make(["message.created", "ticket.created"]);
    await t.write("Oi");
    await becomesTrue(() => hook.calls.length >= 2);
    const types = hook.calls.map((call) => call.headers.get("x-balcao-event"));
    expect(types.toSorted()).toEqual(["message.created", "ticket.created"]);
    for (const call of hook.calls) {
      const time = call.headers.get("x-balcao-timestamp");
      const expected = createHmac("sha256", secret).update(`${time}.${call.raw}`).digest("hex");
      expect(call.headers.get("x-balcao-signature")).toBe(`v1=${expected}`);
    }
    const { deliveries } = (await t.asAdmin.get(`/webhooks/${id}/deliveries`)).body;
    expect(deliveries.map(({ state }: { state: string }) => state)).toEqual(["done", "done"]);
    const again = await t.asAdmin.post(`/webhooks/deliveries/${deliveries[0].id}/replay`);
    expect(again.status).toBe(200);
    await becomesTrue(() => hook.calls.length >= 3);
    expect(hook.calls.at(-1)?.headers.get("x-balcao-delivery")).toBe(deliveries[0].uuid);
  });

  test("ticket.closed is queued after the undo window, and never for a close that was undone", async () => {
    const { id } = await make(["ticket.closed"]);
    await t.write("Oi");
    const ticketId = t.ticket().id;
    await t.asAdmin.put(`/tickets/${ticketId}`, { status: "open", userId: 0 });
    const queued = () => t.log(id).length;
    const close = () => t.asAdmin.put(`/tickets/${ticketId}`, { status: "closed" });
    const settle = async (ms: number) => {
      t.app.clock.advance(ms);
      await t.app.app.runJob("close_settle");
      await t.rest();
    };

    await close();
    await settle(4_000);
    expect(queued()).toBe(0);
    expect((await t.asAdmin.post(`/tickets/${ticketId}/undo-close`, {})).status).toBe(200);
    await settle(10_000);
    expect(queued()).toBe(0);

    // The customer writes on within the window: the close is taken back.
    await close();
    await t.write("Mais uma coisa");
    await settle(10_000);
    expect([t.ticket().status, queued(), hook.calls.length]).toEqual(["open", 0, 0]);

    await close();
    await settle(5_000);
    await becomesTrue(() => hook.calls.length === 1);
    expect(hook.calls.map(({ body }) => body.type)).toEqual(["ticket.closed"]);
    expect(queued()).toBe(1);
  });

  test("connection.status carries each step of a link that asks for a passkey", async () => {
    await make(["connection.status"]);
    const { id } = (await t.asAdmin.post("/whatsapp", { name: "Loja Norte" })).body;
    const apply = (trigger: Trigger) => t.tenant.write((unit) => applyTrigger(unit, id, trigger));
    apply({ type: "passkey", step: "passkey_required" });
    apply({ type: "passkey", step: "passkey_answered" });
    apply({ type: "pairing" });
    const steps = () => hook.calls.flatMap(({ raw }) => JSON.parse(raw).step ?? []);
    await becomesTrue(() => steps().length === 2);
    expect(steps()).toEqual(["passkey_required", "passkey_answered"]);
  });

  test("webhooks of restrictions carry kind, effect, end and the network's own type, and none is sent for a suspicion", async () => {
    await make(["connection.restricted", "connection.unrestricted"]);
    const { id: connectionId } = (await t.asAdmin.post("/whatsapp", { name: "Loja Norte" })).body;
    const endsAt = t.app.clock.now() + 3_600_000;
    const lock = { connectionId, kind: "reachout_lock" } as const;
    t.tenant.write((unit) => {
      openRestriction(unit, { connectionId, kind: "new_chat_cap", endsAt: null, isSuspected: true });
      liftRestriction(unit, connectionId, "new_chat_cap");
      openRestriction(unit, { ...lock, endsAt: null, code: "463", isSuspected: true });
      openRestriction(unit, { ...lock, endsAt, rawType: "RESTRICT_ALL_COMPANIONS" });
      liftRestriction(unit, connectionId, "reachout_lock");
    });
    await becomesTrue(() => hook.calls.length === 2);
    const common = { kind: "reachout_lock", effect: "new_chats", raw: "RESTRICT_ALL_COMPANIONS" };
    const bodies = hook.calls.map(({ raw }) => JSON.parse(raw));
    const of = (type: string) => bodies.find((body) => body.type === type);
    for (const type of ["connection.restricted", "connection.unrestricted"])
      expect(of(type)).toMatchObject({ ...common, endsAt: new Date(endsAt).toISOString() });
    expect(of("connection.restricted").connection).toMatchObject({ id: connectionId, name: "Loja Norte" });
  });

  test("a webhook of the company needs the plan's API, not its integrations", async () => {
    await make(["message.created"]);
    plan({ use_integrations: 0 });
    await t.write("Sem integrações");
    await becomesTrue(() => hook.calls.length === 1);
    plan({ use_integrations: 1, use_external_api: 0 });
    await t.write("Sem API");
    plan({ use_external_api: 1 });
    await t.write("Com API");
    await becomesTrue(() => hook.calls.length === 2);
    expect(hook.calls.map(({ body }) => body.message?.body)).toEqual(["Sem integrações", "Com API"]);
  });

  test("a webhook of the company cannot take conversations and is in no list of integrations", async () => {
    const { id } = await make(["message.created"]);
    const { queueIntegrations } = (await t.asAdmin.get("/queueIntegration")).body;
    expect(queueIntegrations.map((row: { id: number }) => row.id)).not.toContain(id);
    for (const path of ["", "/deliveries"])
      expect((await t.asAdmin.get(`/queueIntegration/${id}${path}`)).status).toBe(404);
    expect((await t.asAdmin.delete(`/queueIntegration/${id}`)).status).toBe(404);
    const queue = await t.asAdmin.put(`/queue/${t.queueId}`, { integrationId: id });
    expect(queue.status).toBeGreaterThanOrEqual(400);
    const { id: partner } = (
      await t.asAdmin.post("/queueIntegration", { type: "webhook", name: "Robô", urlN8N: hook.url })
    ).body;
    expect(
      (await t.asAdmin.put(`/webhooks/${partner}`, { name: "X2", url: hook.url, events: ["message.ack"] }))
        .status,
    ).toBe(404);
    expect((await t.asAdmin.delete(`/webhooks/${partner}`)).status).toBe(404);
  });

  test("a webhook of the company can be changed, tested, given a new secret and deleted", async () => {
    const made = await make(["message.created"]);
    const changed = { name: "CRM", url: hook.url, events: ["ticket.closed"] };
    const shown = { ...changed, url: `${new URL(hook.url).origin}/********` };
    expect((await t.asAdmin.put(`/webhooks/${made.id}`, changed)).body).toMatchObject(shown);
    // The masked address of the list keeps the stored one, to which the test is sent.
    expect((await t.asAdmin.put(`/webhooks/${made.id}`, shown)).body).toMatchObject(shown);
    expect((await t.asAdmin.post(`/webhooks/${made.id}/test`)).body).toMatchObject({ ok: true });
    const { secret } = (await t.asAdmin.post(`/webhooks/${made.id}/secret`)).body;
    expect(secret).not.toBe(made.secret);
    const { webhooks } = (await t.asAdmin.get("/webhooks")).body;
    expect(webhooks.find(({ id }: { id: number }) => id === made.id)).toEqual({
      id: made.id,
      ...shown,
      createdAt: made.createdAt,
    });
    expect(JSON.stringify(webhooks)).not.toContain(secret);
    expect((await t.asAdmin.delete(`/webhooks/${made.id}`)).status).toBe(200);
    expect(one(t.tenant.db, "SELECT 1 FROM integration WHERE id = ?", made.id)).toBeUndefined();
  });

  test("a webhook of the company is managed with an API key of that scope", async () => {
    const key = await testKey(testUser(t.tenant, { profile: "admin" }), ["webhooks:manage"]);
    const program = createApi(t.app.url, key);
    const { id } = await make(["ticket.closed"], program);
    expect((await program.get(`/webhooks/${id}/deliveries`)).body.deliveries).toEqual([]);
    expect((await program.get("/contacts")).status).toBe(403);
  });

  test("an address that contains the mask is refused, and the error names the field of the webhook's body", async () => {
    const { id } = await make(["message.created"]);
    const masked = { name: "ERP", url: "https://x.example/********", events: ["message.created"] };
    for (const { body } of [
      await t.asAdmin.put(`/webhooks/${id}`, masked),
      await t.asAdmin.post("/webhooks", masked),
    ])
      expect(body).toMatchObject({ error: "ERR_VALIDATION", details: { fields: { url: "invalid" } } });
  });

  test("a webhook of the company needs a public address, an event and a name", async () => {
    const fields = async (body: object) => (await t.asAdmin.post("/webhooks", body)).body.details?.fields;
    expect(await fields({ name: "ERP", url: "", events: ["message.created"] })).toEqual({ url: "required" });
    expect(await fields({ name: "ERP", url: hook.url, events: [] })).toHaveProperty("events");
    forbidLoopback(t);
    const inside = { name: "ERP", url: "http://169.254.169.254/", events: ["message.created"] };
    expect((await t.asAdmin.post("/webhooks", inside)).body.error).toBe("ERR_URL_NOT_ALLOWED");
    expect((await t.asAna.get("/webhooks")).status).toBe(403);
  });
});
