import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { changeCompany } from "#accounts/companies/index.ts";
import { openRestriction } from "#channels/connections/index.ts";
import { png } from "#channels/media/testing.ts";
import { type NumberAnswer, NumberCheckPort } from "#people/contacts/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import { settle } from "#test/helpers/provider.ts";
import { talk } from "#test/helpers/talk.ts";

const t = talk({ TRUSTED_PROXIES: "127.0.0.1" });
beforeAll(() => t.start());
afterAll(() => t.stop());

const NUMBER = "5511988887777";
const MINUTE = 60_000;
let token: string;
let asked: string[];
let network: (number: string) => NumberAnswer | null;
beforeEach(async () => {
  t.meet();
  token = `segredo-${crypto.randomUUID()}`;
  expect((await t.asAdmin.put(`/whatsapp/${t.connectionId}`, { name: "Loja", token })).status).toBe(200);
  asked = [];
  network = () => null;
  t.app.installation.ports.plug(NumberCheckPort, {
    async check(_tenant, _connectionId, number) {
      asked.push(number);
      return network(number);
    },
  });
});

const call = async (
  body: object | FormData,
  { bearer = token, key }: { bearer?: string | null; key?: string } = {},
) => {
  const response = await fetch(`${t.app.url}/api/messages/send`, {
    method: "POST",
    headers: {
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      ...(key !== undefined && { "idempotency-key": key }),
      ...(!(body instanceof FormData) && { "content-type": "application/json" }),
    },
    body: body instanceof FormData ? body : JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
};
const statusOf = async (id: number, bearer = token) => {
  const response = await fetch(`${t.app.url}/api/messages/send/${id}`, {
    headers: { authorization: `Bearer ${bearer}` },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const ticketOf = (id: number) =>
  one<{ status: string; origin: string; closeReason: string | null; queueId: number | null }>(
    t.tenant.db,
    "SELECT status, origin, close_reason AS closeReason, queue_id AS queueId FROM ticket WHERE id = ?",
    id,
  );
const count = (table: string) => one<{ n: number }>(t.tenant.db, `SELECT count(*) AS n FROM ${table}`)?.n;
const existing = (number: string): NumberAnswer => ({
  exists: true,
  identities: [{ kind: "pn", value: number, address: `${number}@s.whatsapp.net` }],
});

describe("a message sent through the API while the number may start no new chats", () => {
  const lock = (endsAt: number | null) =>
    t.tenant.write((unit) =>
      openRestriction(unit, { connectionId: t.connectionId, kind: "reachout_lock", endsAt }),
    );

  test("a new chat is held until the end of the lock, and `refuse` answers 409 without storing it", async () => {
    network = existing;
    const endsAt = t.app.clock.now() + 60 * MINUTE;
    lock(endsAt);
    const iso = new Date(endsAt).toISOString();
    const held = await call({ number: "5511977770001", body: "Oi" });
    expect(held).toMatchObject({ status: 200, body: { status: "held", heldUntil: iso } });
    await settle();
    expect(await statusOf(held.body.messageId)).toMatchObject({ body: { status: "queued" } });
    const before = count("message");
    expect(await call({ number: "5511977770002", body: "Oi", ifRestricted: "refuse" })).toMatchObject({
      status: 409,
      body: { error: "ERR_NUMBER_RESTRICTED", details: { kind: "reachout_lock", endsAt: iso } },
    });
    expect(count("message")).toBe(before);
    expect((await call({ number: "5511977770002", body: "Oi", ifRestricted: "never" })).status).toBe(400);
  });

  test("a connection with 1,000 held messages refuses another new chat", async () => {
    network = existing;
    lock(null);
    for (let n = 0; n < 1000; n += 1)
      run(
        t.tenant.db,
        `INSERT INTO outbox (connection_id, contact_id, source, source_key, payload, next_try_at, created_at, held_by)
        VALUES (?, 0, 'api', ?, '{}', 1e15, 1e15, 'reachout_lock')`,
        ...[t.connectionId, `full:${n}`],
      );
    expect(await call({ number: "5511977770003", body: "Oi" })).toMatchObject({
      status: 409,
      body: { error: "ERR_NUMBER_RESTRICTED" },
    });
  });
});

describe("a message sent through the API", () => {
  test("a message sent through the API is stored and queued for a new contact, and no ticket list changes", async () => {
    network = existing;
    const sent = await call({ number: `+${NUMBER}`, body: "Seu pedido saiu" });
    expect(sent).toMatchObject({ status: 200, body: { mensagem: "Mensagem enfileirada", status: "queued" } });
    expect(asked).toEqual([NUMBER]);
    expect(ticketOf(sent.body.ticketId)).toMatchObject({ status: "closed", origin: "api" });
    await settle();
    expect(t.provider.sent.at(-1)).toMatchObject({
      to: `${NUMBER}@s.whatsapp.net`,
      content: { type: "text", text: "Seu pedido saiu" },
    });
    expect((await call({ number: NUMBER, body: "Chegou?" })).body.contactId).toBe(sent.body.contactId);
    expect(asked).toEqual([NUMBER]);
  });

  test("a message sent through the API joins the open ticket, and its variables are filled in", async () => {
    const { number } = one<{ number: string }>(t.tenant.db, "SELECT number FROM contact") ?? { number: "" };
    const sent = await call({ number, body: "Olá, {{firstName}}" });
    expect(sent.body.ticketId).toBe(t.ticketId);
    expect(ticketOf(t.ticketId)?.status).toBe("open");
    expect(t.texts().at(-1)).toBe("Olá, Maria");
  });

  test("a message sent through the API makes the ticket wait for an attendant with openTicket", async () => {
    const sent = await call({ number: NUMBER, body: "Responda aqui", openTicket: true });
    expect(ticketOf(sent.body.ticketId)).toMatchObject({ status: "pending", origin: "api" });
  });

  test("a message sent through the API closes its ticket only after it was sent", async () => {
    const { number } = one<{ number: string }>(t.tenant.db, "SELECT number FROM contact") ?? { number: "" };
    const sent = await call({ number, body: "Até logo", closeTicket: true });
    await settle();
    expect(ticketOf(t.ticketId)?.status).toBe("open");
    await t.accepted({ id: sent.body.messageId } as never);
    expect(ticketOf(t.ticketId)).toMatchObject({ status: "closed", closeReason: "api" });
    expect(count("api_closing")).toBe(0);
  });

  test("a message sent through the API sends files, with the text under the first", async () => {
    const form = new FormData();
    form.set("number", NUMBER);
    form.set("body", "Fotos");
    form.append("medias", new File([(await png(2, 2)) as BlobPart], "a.png"));
    form.append("medias", new File([(await png(3, 3)) as BlobPart], "b.png"));
    const sent = await call(form);
    expect(sent.body.messageIds).toHaveLength(2);
    expect(
      all(t.tenant.db, "SELECT body, media_type AS kind FROM message WHERE origin = 'api' ORDER BY id"),
    ).toEqual([
      { body: "Fotos", kind: "image" },
      { body: "", kind: "image" },
    ]);
  });

  test("a message sent through the API waits while its connection is offline", async () => {
    run(t.tenant.db, "UPDATE connection SET status = 'DISCONNECTED'");
    const sent = await call({ number: NUMBER, body: "Oi" });
    await settle();
    expect(await statusOf(sent.body.messageId)).toMatchObject({
      status: 200,
      body: { id: sent.body.messageId, status: "queued", ack: 0, error: null, sentAt: null },
    });
  });

  test("a message sent through the API returns its own status, and none of other messages", async () => {
    const sent = await call({ number: NUMBER, body: "Oi" });
    await settle();
    const { messageId } = sent.body;
    run(t.tenant.db, "UPDATE message SET ack = 3, send_state = 'sent' WHERE id = ?", messageId);
    expect((await statusOf(messageId)).body).toMatchObject({ status: "sent", ack: 3 });
    const byAna = await t.post({ body: "de uma pessoa" });
    expect((await statusOf(byAna.body.message.id)).status).toBe(404);
    const stranger = t.app.company();
    expect(stranger.id).not.toBe(t.tenant.id);
    expect((await statusOf(messageId, "outro")).status).toBe(401);
  });
});

describe("an API call", () => {
  const written = () => [count("message"), count("contact"), count("ticket"), count("outbox")];
  const refused = async (body: object | FormData, status: number, code: string, options?: object) => {
    const before = written();
    const reply = await call(body, options);
    expect([reply.status, reply.body.error]).toEqual([status, code]);
    expect(reply.body.mensagem).toBeString();
    expect(written()).toEqual(before);
    return reply;
  };
  const ok = { number: NUMBER, body: "Oi" };

  test("an API call without a valid token in the header is rejected", async () => {
    await refused(ok, 401, "ERR_INVALID_API_TOKEN", { bearer: null });
    await refused(ok, 401, "ERR_INVALID_API_TOKEN", { bearer: "errado" });
    const query = await fetch(`${t.app.url}/api/messages/send?token=${token}`, { method: "POST" });
    expect(query.status).toBe(401);
    const session = await refused(ok, 401, "ERR_INVALID_API_TOKEN", { bearer: t.asAdmin.token });
    expect(session.headers.get("x-ratelimit-limit")).toBeNull();
  });

  test("an API call with a token its connection no longer has is rejected, even while the index has it", async () => {
    run(t.tenant.db, "UPDATE connection SET token_hash = 'of the next one' WHERE id = ?", t.connectionId);
    await refused(ok, 401, "ERR_INVALID_API_TOKEN");
  });

  test("an API call from an address with too many wrong tokens is rejected, but not one from another address", async () => {
    const from = async (address: string, bearer: string) => {
      const { status, headers } = await fetch(`${t.app.url}/api/messages/send`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${bearer}`,
          "content-type": "application/json",
          "x-forwarded-for": address,
        },
        body: JSON.stringify(ok),
      });
      return [status, headers.get("retry-after")];
    };
    for (let guess = 0; guess < 30; guess += 1)
      expect((await from("203.0.113.9", `segredo-${guess}`))[0]).toBe(401);
    expect(await from("203.0.113.9", "segredo-31")).toEqual([429, "60"]);
    expect(await from("203.0.113.9", token)).toEqual([429, "60"]);
    expect((await from("203.0.113.10", token))[0]).toBe(200);
    t.app.clock.advance(MINUTE);
    expect((await from("203.0.113.9", token))[0]).toBe(200);
  });

  test("an API call has no access to other routes", async () => {
    const reply = await fetch(`${t.app.url}/api/tickets`, { headers: { authorization: `Bearer ${token}` } });
    expect(reply.status).toBe(401);
  });

  test("an API call of a company without the plan flag or past its due date is rejected", async () => {
    run(
      t.app.installation.system,
      "UPDATE plan SET use_external_api = 0 WHERE id = ?",
      t.tenant.company.plan.id,
    );
    changeCompany(t.app.installation, t.tenant.id, {});
    await refused(ok, 403, "ERR_PLAN_FEATURE");
    run(
      t.app.installation.system,
      "UPDATE plan SET use_external_api = 1 WHERE id = ?",
      t.tenant.company.plan.id,
    );
    changeCompany(t.app.installation, t.tenant.id, { dueDate: "2020-01-01" });
    await refused(ok, 402, "ERR_SUBSCRIPTION_EXPIRED");
  });

  test("an API call with invalid fields is rejected, and the response names them", async () => {
    const fields = async (body: object) => (await refused(body, 400, "ERR_VALIDATION")).body.details.fields;
    expect(await fields({ number: "123", body: "Oi" })).toEqual({ number: "too_short" });
    expect(await fields({ body: "Oi" })).toEqual({ number: "required" });
    expect(await fields({ number: NUMBER, body: "  " })).toEqual({ body: "required" });
    expect(await fields({ number: NUMBER, body: "x".repeat(4097) })).toEqual({ body: "too_long" });
    expect(await fields({ number: NUMBER, body: ["Oi"] })).toEqual({ body: "invalid" });
    await refused({ number: NUMBER, body: "Oi", quotedMsgId: 99_999 }, 404, "ERR_NO_MESSAGE_FOUND");
  });

  test("an API call with a quote of another connection or of a deleted message is refused", async () => {
    const { messageId } = (await call(ok)).body;
    const change = (set: string) => run(t.tenant.db, `UPDATE message SET ${set} WHERE id = ?`, messageId);
    change("connection_id = connection_id + 1");
    const quoting = { ...ok, quotedMsgId: messageId };
    await refused(quoting, 400, "ERR_QUOTE_OTHER_CONNECTION");
    change("connection_id = connection_id - 1, deleted_at = 1");
    await refused(quoting, 400, "ERR_QUOTE_NOT_POSSIBLE");
    change("deleted_at = NULL");
    expect((await call(quoting)).status).toBe(200);
  });

  test("an API call to a number that does not exist is refused", async () => {
    network = () => ({ exists: false, identities: [] });
    await refused(ok, 400, "ERR_WAPP_INVALID_CONTACT");
  });

  test("an API call counts against the rate limit of its connection, and the response has the remaining calls", async () => {
    run(t.tenant.db, "UPDATE connection SET api_rate_per_minute = 2");
    const first = await call(ok);
    expect(first.headers.get("x-ratelimit-remaining")).toBe("1");
    await call(ok);
    const third = await refused(ok, 429, "ERR_RATE_LIMIT");
    expect(third.headers.get("x-ratelimit-remaining")).toBe("0");
    expect(Number(third.headers.get("retry-after"))).toBeGreaterThan(0);
    t.app.clock.advance(MINUTE);
    expect((await call(ok)).status).toBe(200);
  });
});

describe("a repeated Idempotency-Key", () => {
  const ok = { number: NUMBER, body: "Uma vez só" };

  test("a repeated Idempotency-Key returns the first response for seven days", async () => {
    const first = await call(ok, { key: "k-1" });
    const again = await call(ok, { key: "k-1" });
    expect(again.body).toEqual(first.body);
    expect([first, again].map(({ headers }) => headers.get("idempotent-replay"))).toEqual([null, "true"]);
    expect(t.texts().filter((text) => text === ok.body)).toHaveLength(1);
    t.app.clock.advance(7 * 24 * 60 * MINUTE + 1);
    expect((await call(ok, { key: "k-1" })).headers.get("idempotent-replay")).toBeNull();
    expect(t.texts().filter((text) => text === ok.body)).toHaveLength(2);
  });

  test("a repeated Idempotency-Key with other content is a conflict", async () => {
    await call(ok, { key: "k-2" });
    const other = await call({ ...ok, body: "Outra" }, { key: "k-2" });
    expect([other.status, other.body.error]).toEqual([409, "ERR_IDEMPOTENCY_MISMATCH"]);
  });

  test("a repeated Idempotency-Key during the first call is a conflict, and nothing is sent twice", async () => {
    // The sender checks the number again; the simulated answer avoids a wait that would delay the server's stop.
    const { promise, resolve: answer } = Promise.withResolvers<NumberAnswer | null>();
    t.app.installation.ports.plug(NumberCheckPort, { check: () => promise });
    const first = call(ok, { key: "k-3" });
    let second = await call(ok, { key: "k-3" });
    expect([second.status, second.body.error]).toEqual([409, "ERR_IDEMPOTENCY_IN_PROGRESS"]);
    answer(null);
    expect((await first).status).toBe(200);
    second = await call(ok, { key: "k-3" });
    expect(second.headers.get("idempotent-replay")).toBe("true");
    expect(t.texts().filter((text) => text === ok.body)).toHaveLength(1);
  });

  test("the Idempotency-Key of a refused call can be used again", async () => {
    network = () => ({ exists: false, identities: [] });
    expect((await call(ok, { key: "k-4" })).status).toBe(400);
    run(t.tenant.db, "DELETE FROM number_check");
    network = existing;
    expect((await call(ok, { key: "k-4" })).status).toBe(200);
  });
});
