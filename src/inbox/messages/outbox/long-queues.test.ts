import { afterEach, beforeEach, expect, test } from "bun:test";
import { deleteConnection, emptyAndDeleteConnection } from "#channels/connections/crud/delete.ts";
import { messageJobs } from "#inbox/messages/jobs.ts";
import { type Customer, joao, maria, phone, type Scene, scene, wrote } from "#inbox/messages/testing.ts";
import { run } from "#platform/db/database.ts";
import { testConnection } from "#test/helpers/installation.ts";
import { OUTBOX_DUE } from "./enqueue.ts";

let s: Scene;
beforeEach(() => {
  s = scene();
  run(s.tenant.db, "UPDATE connection SET status = 'OPENING' WHERE id = ?", s.connectionId);
});
afterEach(() => s.close());

const rita: Customer = { name: "Rita Alves", identities: [phone("5531988880000")] };

/** Queues this many sends of a person to the contact of each customer, which take turns. */
function queue(count: number): void {
  const insert = `INSERT INTO message (ticket_id, contact_id, connection_id, body, from_me, origin, created_at, updated_at)
    SELECT t.id, t.contact_id, t.connection_id, 'Texto ' || ?, 1, 'user', ?, ? FROM ticket t ORDER BY t.id LIMIT 1 OFFSET ?`;
  const people = s.rows("SELECT id FROM ticket").length;
  const now = s.clock.now();
  s.tenant.write((unit) => {
    const { db } = unit;
    for (let n = 0; n < count; n += 1) run(db, insert, n, now, now, n % people);
    run(
      db,
      `INSERT INTO outbox (message_id, connection_id, contact_id, ticket_id, source, source_key, payload, next_try_at, created_at)
       SELECT id, connection_id, contact_id, ticket_id, 'message', id, '{"content":{"type":"text","text":"oi"}}', ?, ?
       FROM message WHERE body LIKE 'Texto %'`,
      now,
      now,
    );
    unit.scheduleWake(OUTBOX_DUE, now);
  });
}
const queuedOn = (connectionId: number) =>
  s.row<{ n: number }>(
    "SELECT count(*) AS n FROM outbox WHERE connection_id = ? AND state = 'queued'",
    connectionId,
  )?.n ?? 0;
const failed = () =>
  s.row<{ n: number }>("SELECT count(*) AS n FROM message WHERE send_state = 'failed'")?.n ?? 0;
const sweep = () => messageJobs.find(({ name }) => name === "outbox")?.run(s.installation);

test("1,200 queued sends move in steps before their connection is deleted; chats move whole, and requests are served in between", async () => {
  for (const customer of [maria, joao, rita]) s.receive(wrote(customer, "Oi", s.clock.now()));
  queue(1200);
  const heir = testConnection(s.tenant, { name: "Reserva" });
  run(s.tenant.db, "UPDATE connection SET status = 'OPENING' WHERE id = ?", heir);
  const left = new Set<number>();
  const divided = new Set<number>();
  let isOver = false;
  const deletion = emptyAndDeleteConnection(s.admin, s.connectionId, heir).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    left.add(queuedOn(s.connectionId));
    for (const { n } of s.rows<{ n: number }>(
      "SELECT count(DISTINCT connection_id) AS n FROM outbox GROUP BY contact_id",
    ))
      divided.add(n);
    await new Promise((turn) => setImmediate(turn));
  }
  await deletion;
  expect([...left]).toEqual([1200, 800, 400]);
  expect([...divided]).toEqual([1]);
  expect(queuedOn(heir)).toBe(1200);
  expect(
    s.rows("SELECT 1 FROM message m JOIN outbox o ON o.message_id = m.id WHERE m.connection_id <> ?", heir),
  ).toEqual([]);
});

test("1,000 queued sends of a connection that is deleted without a replacement fail 200 at a time", async () => {
  s.receive(wrote(maria, "Oi", s.clock.now()));
  queue(1000);
  run(s.tenant.db, "UPDATE ticket SET status = 'closed', closed_at = 1");
  deleteConnection(s.admin, s.connectionId, null);
  expect(failed()).toBe(200);
  const seen: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    await sweep();
    seen.push(failed());
  }
  expect(seen).toEqual([400, 600, 800, 1000, 1000]);
});

test("a bot's message expires after ten minutes, even behind 300 messages of people that may wait longer", async () => {
  s.receive(wrote(maria, "Oi", s.clock.now()));
  queue(301);
  run(s.tenant.db, "UPDATE outbox SET source = 'bot' WHERE id = (SELECT max(id) FROM outbox)");
  s.clock.advance(11 * 60_000);
  await sweep();
  expect(s.rows("SELECT source FROM outbox WHERE state = 'cancelled'")).toEqual([{ source: "bot" }]);
  expect(queuedOn(s.connectionId)).toBe(300);
});
