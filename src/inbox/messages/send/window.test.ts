import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { requireConnection } from "#channels/connections/index.ts";
import { createMessageFromApi } from "#inbox/messages/outbox/create-from-api.ts";
import { createPlannedMessage } from "#inbox/messages/outbox/create-planned.ts";
import { wrote } from "#inbox/messages/testing.ts";
import { createAutomaticMessage } from "#inbox/messages/texts/automatic.ts";
import { storedTicket } from "#inbox/tickets/index.ts";
import { one, run } from "#platform/db/database.ts";
import { testConnection } from "#test/helpers/installation.ts";
import { settle } from "#test/helpers/provider.ts";
import { talk } from "#test/helpers/talk.ts";

const HOUR = 60 * 60_000;
const t = talk();
beforeAll(t.start);
afterAll(t.stop);
beforeEach(() => t.meet());

const become = (columns: string) => run(t.tenant.db, `UPDATE connection SET ${columns}`);
const silentFor = (hours: number) =>
  run(t.tenant.db, "UPDATE ticket SET last_customer_message_at = ?", t.app.clock.now() - hours * HOUR);
const ticket = () => storedTicket(t.tenant.db, t.ticketId);
const queued = () => one<{ n: number }>(t.tenant.db, "SELECT count(*) AS n FROM outbox")?.n;

describe("the official number, 24 hours after the customer's last message", () => {
  beforeEach(() => {
    become("provider = 'cloud'");
    silentFor(24);
  });

  test("a user's message after the answer window is rejected before anything is queued", async () => {
    const before = queued();
    const refused = await t.post({ body: "Ainda está aí?" });
    expect([refused.status, refused.body.error, queued()]).toEqual([400, "ERR_WINDOW_CLOSED", before]);
  });

  test("menus and greetings after the answer window are dropped without an error", () => {
    const said = t.tenant.write((unit) =>
      createAutomaticMessage(unit, { ticket: ticket(), text: "Olá!", origin: "bot" }),
    );
    expect(said).toBeUndefined();
  });

  test("scheduled messages and campaigns after the answer window get an error code", () => {
    const planned = {
      contactId: ticket().contactId,
      connectionId: t.connectionId,
      text: "Lembrete",
      fileId: null,
      author: null,
      origin: "schedule",
      source: "schedule",
      sourceKey: "1",
    } as const;
    expect(t.tenant.write((unit) => createPlannedMessage(unit, planned))).toEqual({
      code: "ERR_WINDOW_CLOSED",
    });
  });

  test("an API message after the answer window is rejected", () => {
    const connection = requireConnection(t.tenant.db, t.connectionId);
    const { contactId } = ticket();
    const api = { connection, contactId, text: "Olá", quotedId: null, openTicket: false };
    expect(() => t.tenant.write((unit) => createMessageFromApi(unit, api))).toThrow("ERR_WINDOW_CLOSED");
  });

  test("a new message of the customer reopens the answer window, and the ticket shows when it ends", async () => {
    t.receive(wrote(t.customer, "Voltei", t.app.clock.now()));
    expect((await t.post({ body: "Que bom!" })).status).toBe(200);
    const { body } = await t.asAna.get(`/tickets/${t.ticketId}`);
    expect(body).toMatchObject({
      windowExpiresAt: new Date(t.app.clock.now() + 24 * HOUR).toISOString(),
    });
  });

  test("a ticket that is moved to another official number has no answer window there until the customer writes to it", async () => {
    silentFor(0);
    const other = testConnection(t.tenant, { name: "Norte" });
    become("provider = 'cloud'");
    const moved = await t.asAna.put(`/tickets/${t.ticketId}`, {
      whatsappId: other,
      queueId: t.queueId,
      userId: t.ana.actor.id,
    });
    expect([moved.status, moved.body.whatsappId]).toEqual([200, other]);
    const before = queued();
    const refused = await t.post({ body: "Ainda está aí?" });
    expect([refused.status, refused.body.error, queued()]).toEqual([400, "ERR_WINDOW_CLOSED", before]);
    const { body } = await t.asAna.get(`/tickets/${t.ticketId}`);
    expect(Date.parse(body.windowExpiresAt)).toBeLessThanOrEqual(t.app.clock.now());
  });

  test("the answer window counts over all tickets of the customer on that number", async () => {
    t.receive(wrote(t.customer, "Voltei", t.app.clock.now()));
    run(t.tenant.db, "UPDATE ticket SET status = 'closed', closed_at = ?", t.app.clock.now());
    const opened = await t.asAna.post("/tickets", {
      contactId: ticket().contactId,
      queueId: t.queueId,
      whatsappId: t.connectionId,
    });
    expect(opened.status).toBe(200);
    expect((await t.asAna.get(`/tickets/${opened.body.id}`)).body.windowExpiresAt).toBe(
      new Date(t.app.clock.now() + 24 * HOUR).toISOString(),
    );
  });
});

test("on a Facebook page a person may answer for seven days with HUMAN_AGENT, a bot may not", async () => {
  become("channel = 'facebook'");
  run(t.tenant.db, "UPDATE ticket SET channel = 'facebook'");
  run(
    t.tenant.db,
    "UPDATE contact_identity SET kind = 'psid', value = '77', match_key = '77', address = '77'",
  );
  silentFor(25);
  const bot = t.tenant.write((unit) =>
    createAutomaticMessage(unit, { ticket: ticket(), text: "Oi", origin: "bot" }),
  );
  expect(bot).toBeUndefined();
  expect((await t.post({ body: "Boa tarde!" })).status).toBe(200);
  await settle();
  expect(t.provider.sent.at(-1)).toMatchObject({ humanAgent: true, to: "77" });
  silentFor(24 * 7);
  expect((await t.post({ body: "E agora?" })).body.error).toBe("ERR_WINDOW_CLOSED");
});

test("a queued message whose answer window closes while its connection is offline fails with the reason", async () => {
  become("provider = 'cloud', status = 'DISCONNECTED'");
  const { body } = await t.post({ body: "Oi!" });
  silentFor(25);
  become("status = 'CONNECTED'");
  t.app.clock.advance(2000);
  await t.app.app.runJob("outbox");
  await settle();
  const row = one(t.tenant.db, "SELECT send_state, send_error FROM message WHERE id = ?", body.message.id);
  expect(row).toEqual({ send_state: "failed", send_error: "ERR_WINDOW_CLOSED" });
});
