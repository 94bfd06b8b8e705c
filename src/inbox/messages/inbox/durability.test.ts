import { afterEach, beforeEach, expect, test } from "bun:test";
import { renameSync, symlinkSync, unlinkSync } from "node:fs";
import { about, phone, type Scene, scene, wrote } from "#inbox/messages/testing.ts";
import { all } from "#platform/db/database.ts";
import { becomesTrue } from "#test/helpers/provider.ts";
import { InboxWorkerPort } from "./worker.ts";

const MARIA = { name: "Maria Souza", identities: [phone("5511988887777")] };
let s: Scene;
beforeEach(() => {
  s = scene();
});
afterEach(() => {
  s.installation.ports.use(InboxWorkerPort).stop();
  s.close();
});
const bodies = () => s.rows<{ body: string }>("SELECT body FROM message ORDER BY id").map(({ body }) => body);

test("the network gets the receipt of an inbound message only after the message is synced to disk", async () => {
  s.provider.deliver(s.key, wrote(MARIA, "Oi", s.clock.now()));
  expect(s.row("SELECT 1 FROM inbound_event")).toBeDefined();
  expect(s.provider.accepted).toHaveLength(0);
  await becomesTrue(() => s.provider.accepted.length === 1);
});

test("a batch that could not be synced gets no receipt; when the network repeats the batch, it is stored once and gets its receipt", async () => {
  const log = `${s.tenant.db.$client.name}-wal`;
  renameSync(log, `${log}.aside`);
  symlinkSync(log, log);
  const event = wrote(MARIA, "Oi", s.clock.now());
  s.provider.deliver(s.key, event);
  await becomesTrue(() => bodies().length === 1);
  unlinkSync(log);
  renameSync(`${log}.aside`, log);
  expect(s.provider.accepted).toHaveLength(0);
  s.provider.deliver(s.key, event);
  await becomesTrue(() => s.provider.accepted.length === 1);
  expect(bodies()).toEqual(["Oi"]);
});

test("the receipts of a large batch are all applied without inbox rows, and other work runs in between", async () => {
  s.receive(wrote(MARIA, "Oi", s.clock.now()));
  all(
    s.tenant.db,
    `INSERT INTO message (ticket_id, contact_id, connection_id, provider_id, body, from_me, origin, ack, send_state, created_at, updated_at)
     WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 400)
     SELECT ticket_id, contact_id, connection_id, 'OUT' || n.value, '', 1, 'user', 1, 'sent', created_at, updated_at
     FROM message, n RETURNING id`,
  );
  const stored = () => s.row<{ n: number }>("SELECT count(*) AS n FROM inbound_event WHERE kind = 'ack'")?.n;
  const delivered = () => s.row<{ n: number }>("SELECT count(*) AS n FROM message WHERE ack = 2")?.n;
  const receipts = Array.from({ length: 400 }, (_, n) =>
    about(MARIA, "ack", `OUT${n + 1}`, { ack: 2, at: s.clock.now(), error: null }),
  );
  s.provider.deliver(s.key, ...receipts);
  const atOnce = delivered();
  await becomesTrue(() => s.provider.accepted.length === 1);
  expect([delivered(), stored()]).toEqual([400, 0]);
  expect(atOnce).toBeLessThan(400);
});
