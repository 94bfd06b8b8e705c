import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { allowLoopback, desk, forbidLoopback } from "#automation/integrations/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import { type HookServer, startHook } from "#simulator/hook/server.ts";
import { createApi } from "#test/helpers/api.ts";
import { becomesTrue } from "#test/helpers/provider.ts";

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
const webhook = (fields: object = {}) => t.employ({ type: "webhook", urlN8N: hook.url, ...fields });
const hour = 3_600_000;

describe("a webhook that answers for a connection", () => {
  test("a webhook that answers for a connection receives the customer's message signed, and its response is sent", async () => {
    hook.answer = () => ({ commands: [{ say: { text: "Olá! {{nome}}" } }] });
    const { secret = "" } = await webhook();
    await t.write("Oi");
    const [call] = hook.calls;
    expect(call?.body).toMatchObject({
      type: "message.created",
      version: 1,
      company: { id: t.tenant.id },
      connection: { id: t.connectionId, name: "Loja", channel: "whatsapp" },
      ticket: { id: t.ticket().id, status: "pending", queueId: null, userId: null },
      contact: { name: "Rui Melo", identities: [{ kind: "pn" }] },
      message: { body: "Oi", fromMe: false, mediaType: null, mediaUrl: null },
      links: { callback: expect.stringContaining("/api/integrations/callback/") },
    });
    const time = call?.headers.get("x-balcao-timestamp");
    const expected = createHmac("sha256", secret).update(`${time}.${call?.raw}`).digest("hex");
    expect(call?.headers.get("x-balcao-signature")).toBe(`v1=${expected}`);
    expect(call?.headers.get("x-balcao-delivery")).toBe(call?.body.id ?? "");
    expect(call?.headers.get("x-balcao-event")).toBe("message.created");
    // A response is sent unchanged: only the company's own texts have variables.
    expect(t.said()).toEqual(["Olá! {{nome}}"]);
    expect(t.ticket()).toMatchObject({ useIntegration: true, status: "pending" });
  });

  test("a webhook that answers for a connection leads a conversation and transfers it to a queue with a note and a tag", async () => {
    const { id } = await webhook();
    const tag = run(
      t.tenant.db,
      "INSERT INTO tag (name, color, created_at, updated_at) VALUES ('Lead', '#000000', 0, 0)",
    ).id;
    const answers: Record<string, object[]> = {
      Oi: [{ menu: { text: "Escolha", options: ["Vendas", "Suporte"] } }],
      "1": [
        { say: { text: "Vou chamar alguém." } },
        { wait: { seconds: 2 } },
        { setContact: { name: "Rui de Melo", email: "rui@example.com", extraInfo: { CPF: "1" } } },
        { transferQueue: { queueId: t.queueId } },
        { note: { text: "Quer comprar" } },
        { addTag: { tagId: tag } },
        { fly: {} },
      ],
    };
    hook.answer = ({ body }) => ({ commands: answers[body.message?.body ?? ""] ?? [] });
    await t.write("Oi");
    expect(t.said()).toEqual(["Escolha\n*1* - Vendas\n*2* - Suporte"]);
    await t.pass(3000);
    await t.write("1");
    expect(t.ticket().useIntegration).toBeTrue();
    await t.pass(3000);
    expect(t.ticket()).toMatchObject({
      useIntegration: false,
      integrationId: null,
      queueId: t.queueId,
      status: "pending",
    });
    expect(one(t.tenant.db, "SELECT name, email FROM contact ORDER BY id DESC LIMIT 1")).toEqual({
      name: "Rui de Melo",
      email: "rui@example.com",
    });
    expect(one(t.tenant.db, "SELECT note FROM ticket_note")).toEqual({ note: "Quer comprar" });
    expect(all(t.tenant.db, "SELECT tag_id FROM ticket_tag")).toEqual([{ tag_id: tag }]);
    expect(t.log(id)[0]).toMatchObject({ state: "done", statusCode: 200 });
    // The conversation has ended: the webhook gets no more messages.
    await t.write("Alguém?");
    expect(hook.calls).toHaveLength(2);
  });

  test("a webhook that answers for a connection sends commands to its callback address, each id once, only while it has the conversation", async () => {
    await webhook();
    await t.write("Oi");
    const callback = new URL(hook.calls[0]?.body.links.callback ?? "").pathname.replace("/api", "");
    const api = createApi(t.app.url, null);
    const body = { id: "a1", commands: [{ say: { text: "Pronto" } }] };
    expect((await api.post(callback, body)).status).toBe(200);
    expect((await api.post(callback, body)).status).toBe(200);
    await t.rest();
    expect(t.said()).toEqual(["Pronto"]);
    const forged = callback.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    expect(await api.post(forged, body)).toMatchObject({
      status: 401,
      body: { error: "ERR_INVALID_API_TOKEN" },
    });
    expect((await api.post(callback, { id: "a2", commands: ["endSession"] })).status).toBe(200);
    await t.rest();
    expect(t.ticket().useIntegration).toBeFalse();
    expect((await api.post(callback, { id: "a3", commands: [{ say: { text: "Ainda" } }] })).status).toBe(401);
  });

  test("a webhook that answers for a connection is ignored once a person has the ticket, however late its response", async () => {
    let release = () => {};
    hook.answer = async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return { commands: [{ say: { text: "Tarde" } }] };
    };
    const { id } = await webhook();
    const written = t.write("Oi");
    while (hook.calls.length === 0) await Bun.sleep(1);
    expect((await t.asAdmin.put(`/tickets/${t.ticket().id}`, { status: "open", userId: 0 })).status).toBe(
      200,
    );
    release();
    await written;
    expect(t.said()).toEqual([]);
    expect(t.log(id)).toMatchObject([{ state: "done", error: "taken_over" }]);
  });
});

describe("a failing receiver", () => {
  test("a failing receiver that is down for an hour passes the customer to a person after three attempts and gets its events in order later", async () => {
    const { id } = await webhook({ events: ["message.created", "ticket.created"] });
    hook.down = true;
    await t.write("Oi");
    expect(t.ticket().useIntegration).toBeTrue();
    await t.pass(80_000, 5000);
    expect(t.ticket()).toMatchObject({ useIntegration: false, status: "pending" });
    expect(t.trail()).toContain("integration_failed");
    await t.write("Alô?");
    await t.pass(hour, 60_000);
    expect(hook.calls).toEqual([]);
    hook.down = false;
    await t.pass(2 * hour, 60_000);
    const types = hook.calls.map(({ body }) => `${body.type} ${body.message?.body ?? ""}`.trim());
    expect(types).toEqual(["ticket.created", "message.created Oi", "message.created Alô?"]);
    const log = t.log(id);
    expect(log.map(({ event, isTurn, state, attempts }) => [event, isTurn, state, attempts])).toEqual([
      ["message.created", false, "done", 1],
      ["message.created", false, "done", 1],
      ["ticket.created", false, "done", 6],
    ]);
    expect(t.said()).toEqual([]);
  });

  test("a delivery to a failing receiver without subscriptions ends after three attempts; with subscriptions the event is delivered later", async () => {
    const { id } = await webhook();
    hook.down = true;
    await t.write("Oi");
    await t.pass(80_000, 5000);
    expect(t.log(id)).toMatchObject([{ state: "failed", attempts: 3, isTurn: true, error: "answered 502" }]);
    expect(t.ticket().useIntegration).toBeFalse();
    t.meetAnother();
    const listener = (await webhook({ events: ["message.created"] })).id;
    await t.write("Oi");
    await t.pass(80_000, 5000);
    expect(t.ticket().useIntegration).toBeFalse();
    expect(t.log(listener)).toMatchObject([{ state: "waiting", attempts: 3, isTurn: false }]);
  });

  test("a delivery with a retry due soon keeps its company open until then, and no longer", async () => {
    const { tenants } = t.app.installation;
    await webhook();
    hook.down = true;
    await t.write("Oi");
    tenants.closeIdle(-1);
    expect([...tenants.openTenants()]).toContain(t.tenant);
    hook.down = false;
    await t.pass(20_000, 5000);
    expect(hook.calls).toHaveLength(1);
    tenants.closeIdle(-1);
    expect([...tenants.openTenants()]).not.toContain(t.tenant);
  });

  test("a receiver that stays down gets no more attempts after a day", async () => {
    const { id } = await webhook({ events: ["ticket.created"] });
    run(t.tenant.db, "UPDATE connection SET integration_id = NULL");
    hook.down = true;
    await t.write("Oi");
    await t.pass(24 * hour, 10 * 60_000);
    expect(t.log(id)).toMatchObject([{ state: "failed", attempts: 8, statusCode: 502 }]);
  });

  test("a failing receiver that answers 410 is not called again", async () => {
    const { id } = await webhook();
    hook.answer = () => new Response("", { status: 410 });
    await t.write("Oi");
    await t.pass(hour, 60_000);
    expect(hook.calls).toHaveLength(1);
    expect(t.log(id)).toMatchObject([{ state: "failed", error: "gone", attempts: 1 }]);
    expect(t.trail()).toContain("integration_failed");
  });

  test.each([
    ["no JSON", "<html>Bad</html>"],
    ["no commands", '{"commands":"say"}'],
    [
      "wrong commands",
      '{"commands":[null,7,{"say":{}},{"close":{"silent":3}},{"transferQueue":{"queueId":99999}}]}',
    ],
    ["a deep one", `{"commands":${"[".repeat(5000)}${"]".repeat(5000)}}`],
  ])("that answers garbage (%s) changes nothing", async (_name, garbage) => {
    const { id } = await webhook();
    hook.answer = () => new Response(garbage, { headers: { "content-type": "application/json" } });
    await t.write("Oi");
    expect(t.ticket()).toMatchObject({ useIntegration: true, queueId: null, status: "pending" });
    expect(t.said()).toEqual([]);
    expect(t.log(id)).toMatchObject([
      { state: "done", answer: expect.stringContaining(garbage.slice(0, 50)) },
    ]);
  });

  test("a failing receiver that hangs or sends 100 MB delays no other receiver", async () => {
    const other = startHook();
    other.answer = () => ({ commands: [{ say: { text: "Aqui é o outro" } }] });
    const { id } = await webhook();
    const late = Promise.withResolvers<undefined>();
    hook.answer = () => late.promise;
    const hanging = t.write("Oi");
    const first = t.ticket().id;
    t.meetAnother();
    const second = (await t.employ({ type: "webhook", name: "Outro", urlN8N: other.url })).id;
    void t.write("Bom dia");
    await becomesTrue(() => t.said().length > 0);
    expect(t.said()).toEqual(["Aqui é o outro"]);
    await hanging;
    expect(t.log(id)).toMatchObject([{ ticketId: first, state: "waiting", error: "timeout" }]);
    late.resolve(undefined);
    const block = new Uint8Array(1_048_576);
    let sent = 0;
    hook.answer = () =>
      new Response(
        new ReadableStream({
          pull(controller) {
            sent += 1;
            if (sent > 100) controller.close();
            else controller.enqueue(block);
          },
        }),
      );
    await t.pass(10_000, 10_000);
    expect(t.log(id)).toMatchObject([{ state: "waiting", error: "too_large", attempts: 2 }]);
    expect(sent).toBeLessThan(50);
    expect(t.log(second)).toMatchObject([{ state: "done" }]);
    await other.stop();
  });

  test("a receiver in a private network, or one that redirects to it, is not called", async () => {
    const inside = startHook();
    const { id } = await webhook();
    hook.answer = () =>
      new Response(null, {
        status: 307,
        headers: { location: inside.url.replace("127.0.0.1", "localhost") },
      });
    await t.write("Oi");
    expect(inside.calls).toEqual([]);
    expect(t.log(id)).toMatchObject([{ state: "failed", error: "redirect: another host", attempts: 1 }]);
    expect(t.trail()).toContain("integration_failed");
    forbidLoopback(t);
    t.meetAnother();
    await t.write("Oi");
    expect(hook.calls).toHaveLength(1);
    expect(t.log(id)[0]).toMatchObject({ state: "failed", error: expect.stringContaining("not_allowed") });
    expect(
      await t.asAdmin.post("/queueIntegration", { type: "webhook", name: "Dentro", urlN8N: hook.url }),
    ).toMatchObject({
      status: 400,
      body: { error: "ERR_URL_NOT_ALLOWED" },
    });
    await inside.stop();
  });
});

describe("events for integrations", () => {
  test("events for integrations are delivered once and in order to the subscribers", async () => {
    const events = [
      "message.created",
      "message.ack",
      "ticket.created",
      "ticket.accepted",
      "ticket.transferred",
      "ticket.closed",
    ];
    const { id } = await webhook({ events });
    run(t.tenant.db, "UPDATE connection SET integration_id = NULL");
    await t.write("Oi");
    const ticketId = t.ticket().id;
    await t.asAdmin.put(`/tickets/${ticketId}`, { status: "open", userId: 0 });
    const sent = await t.post({ body: "Olá!" }, ticketOf(ticketId));
    expect(sent.status).toBe(200);
    await t.accepted(sent.body.message);
    await t.asAdmin.put(`/tickets/${ticketId}`, { queueId: t.queueId, userId: null });
    // A close that is undone is not reported.
    await t.asAdmin.put(`/tickets/${ticketId}`, { status: "closed" });
    await t.asAdmin.post(`/tickets/${ticketId}/undo-close`, {});
    await t.asAdmin.put(`/tickets/${ticketId}`, { status: "closed" });
    t.app.clock.advance(5_000);
    await t.app.app.runJob("close_settle");
    await t.rest();
    expect(hook.calls.map(({ body }) => body.type)).toEqual([
      "ticket.created",
      "message.created",
      "ticket.accepted",
      "message.created",
      "message.ack",
      "ticket.transferred",
      "ticket.closed",
    ]);
    expect(new Set(hook.calls.map(({ body }) => body.id)).size).toBe(7);
    expect(t.log(id).every(({ state }) => state === "done")).toBeTrue();
  });

  test("events for integrations can be replayed with the same id without a message to the customer", async () => {
    const { id } = await webhook();
    await t.write("Oi");
    hook.answer = () => ({ commands: [{ say: { text: "De novo" } }] });
    const [first] = t.log(id);
    expect((await t.asAdmin.post(`/queueIntegration/deliveries/${first?.id}/replay`)).status).toBe(200);
    await t.rest();
    expect(hook.calls).toHaveLength(2);
    expect(hook.calls[1]?.body.id).toBe(hook.calls[0]?.body.id ?? "");
    expect(t.said()).toEqual([]);
  });

  test("finished deliveries are deleted after thirty days", async () => {
    const { id } = await webhook();
    await t.write("Oi");
    await t.pass(29 * 24 * hour, 24 * hour);
    await t.app.app.runJob("integration_clean_up");
    expect(t.log(id)).toHaveLength(1);
    await t.pass(2 * 24 * hour, 24 * hour);
    await t.app.app.runJob("integration_clean_up");
    expect(t.log(id)).toEqual([]);
  });

  test("one night deletes all old deliveries, however many there are", async () => {
    const { id } = await webhook();
    await t.write("Oi");
    const columns = "integration_id, event, lane, state, next_try_at, began_at, created_at";
    run(
      t.tenant.db,
      `WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 1300)
       INSERT INTO integration_delivery (uuid, ${columns})
       SELECT 'old' || i, ${columns.replace("state", "'done'")} FROM n, (SELECT * FROM integration_delivery LIMIT 1)`,
    );
    expect(t.log(id)).toHaveLength(100);
    await t.pass(31 * 24 * hour, 24 * hour);
    await t.app.app.runJob("integration_clean_up");
    expect(t.log(id)).toEqual([]);
  });

  test("events for an n8n flow with the legacy payload contain the driver's own message, and the flow's response is ignored", async () => {
    await t.employ({ type: "n8n", urlN8N: hook.url, legacyPayload: true });
    hook.answer = () => ({ commands: [{ say: { text: "Não" } }] });
    await t.write("Oi");
    expect(JSON.parse(hook.calls[0]?.raw ?? "{}")).toMatchObject({
      kind: "message",
      content: { type: "text", text: "Oi" },
    });
    expect(hook.calls[0]?.headers.get("x-balcao-signature")).toStartWith("v1=");
    expect(t.said()).toEqual([]);
  });
});

const ticketOf = (ticketId: number) => ({
  ...t.asAdmin,
  post: (_path: string, body?: object) => t.asAdmin.post(`/messages/${ticketId}`, body),
});
