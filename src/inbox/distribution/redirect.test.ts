import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { wrote } from "#inbox/messages/testing.ts";
import { one, run } from "#platform/db/database.ts";
import { testQueue } from "#test/helpers/installation.ts";
import { talk } from "#test/helpers/talk.ts";

const MINUTE = 60_000;
const t = talk();
beforeAll(() => t.start());
afterAll(() => t.stop());

let other: number;
beforeEach(() => {
  t.meet();
  other = testQueue(t.tenant, "Suporte");
  for (const id of [t.queueId, other])
    run(t.tenant.db, "INSERT INTO connection_queue VALUES (?, ?)", t.connectionId, id);
  t.customer = { name: "Rui", identities: t.customer.identities };
  run(t.tenant.db, "DELETE FROM ticket");
});
const rule = (queueId: number, minutes: number) =>
  t.asAdmin.put(`/whatsapp/${t.connectionId}`, {
    sendIdQueue: queueId,
    timeSendQueue: minutes,
    greetingMessage: "Escolha",
  });
const writes = () => {
  run(t.tenant.db, "DELETE FROM message");
  t.receive(wrote(t.customer, "Oi", t.app.clock.now()));
};
const queueOfTicket = () => one<{ id: number | null }>(t.tenant.db, "SELECT queue_id AS id FROM ticket")?.id;
const after = async (minutes: number) => {
  t.app.clock.advance(minutes * MINUTE);
  await t.app.app.runJob("redirection");
};

describe("a ticket without queue", () => {
  test("a ticket without queue moves to the queue of the connection's rule after the rule's minutes, without a text", async () => {
    await rule(other, 10);
    writes();
    await after(10);
    expect(queueOfTicket()).toBeNull();
    await after(0.5);
    expect(queueOfTicket()).toBe(other);
    const step = "SELECT kind FROM ticket_event ORDER BY id DESC LIMIT 1";
    expect(one(t.tenant.db, step)).toEqual({ kind: "redirected" });
    const tracking = one<{ queuedAt: number }>(
      t.tenant.db,
      "SELECT queued_at AS queuedAt FROM ticket_period",
    );
    expect(tracking?.queuedAt).toBe(t.app.clock.now());
  });

  test("the minutes of a redirection rule count from the last text of the bot", async () => {
    await rule(other, 10);
    writes();
    t.app.clock.advance(8 * MINUTE);
    run(t.tenant.db, "UPDATE ticket SET last_bot_at = ?", t.app.clock.now());
    await after(9);
    expect(queueOfTicket()).toBeNull();
    await after(2);
    expect(queueOfTicket()).toBe(other);
  });

  test("a redirected ticket is offered to an attendant when the queue has distribution", async () => {
    await rule(t.queueId, 1);
    run(t.tenant.db, "UPDATE queue SET allow_distributed = 1 WHERE id = ?", t.queueId);
    run(t.tenant.db, "INSERT INTO queue_distribution VALUES (?, ?, 0)", t.queueId, t.ana.actor.id);
    const socket = await t.app.socket(t.ana);
    writes();
    await after(2);
    const row = one<{ userId: number }>(t.tenant.db, "SELECT user_distributed AS userId FROM ticket");
    expect(row?.userId).toBe(t.ana.actor.id);
    expect((await socket.event("ticket", "update"))["ticket"]).toMatchObject({ queueId: t.queueId });
    socket.close();
  });

  test("a rule with a queue that is not linked to the connection redirects nothing, and the answer to saving it reports that", async () => {
    await rule(other, 1);
    run(t.tenant.db, "DELETE FROM connection_queue WHERE queue_id = ?", other);
    run(t.tenant.db, "INSERT INTO connection_queue VALUES (?, ?)", t.connectionId, testQueue(t.tenant, "RH"));
    expect((await t.asAdmin.get(`/whatsapp/${t.connectionId}`)).body.warnings).toEqual(["sendIdQueue"]);
    writes();
    await after(60);
    expect(queueOfTicket()).toBeNull();
  });

  test("an open ticket is not redirected, and 0 minutes disable the rule", async () => {
    await rule(other, 0);
    writes();
    await after(10);
    expect(queueOfTicket()).toBeNull();
    await rule(other, 1);
    run(t.tenant.db, "UPDATE ticket SET status = 'open', user_id = ?", t.ana.actor.id);
    await after(60);
    expect(queueOfTicket()).toBeNull();
  });
});
