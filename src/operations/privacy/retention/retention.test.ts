import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeSetting } from "#accounts/settings/index.ts";
import { replayEvent } from "#inbox/messages/inbox/replay.ts";
import { phone, type Scene, scene, wrote } from "#inbox/messages/testing.ts";
import { one, run } from "#platform/db/database.ts";
import { testContact } from "#test/helpers/installation.ts";
import { becomesTrue } from "#test/helpers/provider.ts";
import { retentionJobs } from "./job.ts";
import { previewRetention, rulesOf } from "./steps.ts";

const DAY = 24 * 60 * 60_000;
let s: Scene;
let contact: number;
beforeEach(() => {
  s = scene();
  contact = testContact(s.tenant, { name: "Maria" });
});
afterEach(() => s.close());

const night = async () => {
  s.clock.advance(DAY);
  await retentionJobs[0]?.run(s.installation);
};
let made = 0;
/** Creates a ticket with `messages` texts and one file, last changed `daysAgo`. */
function ticketOf(
  daysAgo: number,
  fields: { status?: string; tag?: number; messages?: number } = {},
): number {
  made += 1;
  const at = s.clock.now() - daysAgo * DAY;
  const { status = "closed" } = fields;
  const connection = run(
    s.tenant.db,
    "INSERT INTO connection (name, created_at, updated_at) VALUES (?, 1, 1)",
    `c${made}`,
  ).id;
  const id = run(
    s.tenant.db,
    `INSERT INTO ticket (uuid, status, contact_id, connection_id, protocol, last_message, closed_at, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, 'fim', ?, ?, ?)`,
    `u${made}`,
    status,
    contact,
    connection,
    `p${made}`,
    status === "closed" ? at : null,
    at,
    at,
  ).id;
  const name = `f${made}.png`;
  mkdirSync(s.tenant.mediaDirectory, { recursive: true });
  writeFileSync(join(s.tenant.mediaDirectory, name), "12345");
  const file = run(
    s.tenant.db,
    "INSERT INTO media_file (path, name, size, created_at) VALUES (?, ?, 5, ?)",
    name,
    name,
    at,
  ).id;
  for (let n = 0; n < (fields.messages ?? 2); n++)
    run(
      s.tenant.db,
      `INSERT INTO message (ticket_id, contact_id, connection_id, body, media_id, from_me, origin, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, 0, 'contact', ?, ?)`,
      id,
      contact,
      connection,
      `segredo${made}`,
      n === 0 ? file : null,
      at,
      at,
    );
  if (fields.tag)
    run(s.tenant.db, "INSERT INTO ticket_tag (ticket_id, tag_id) VALUES (?, ?)", id, fields.tag);
  return id;
}
const tag = () =>
  run(s.tenant.db, "INSERT INTO tag (name, color, created_at, updated_at) VALUES ('vip', '#fff', 1, 1)").id;
const count = (from: string) => one<{ n: number }>(s.tenant.db, `SELECT count(*) AS n FROM ${from}`)?.n;
const files = () =>
  [...Array(made).keys()].filter((n) => existsSync(join(s.tenant.mediaDirectory, `f${n + 1}.png`))).length;
const runs = () => s.rows("SELECT state, files, bytes, messages, tickets FROM retention_run ORDER BY id");

test("without a retention rule nothing is deleted, and a new rule applies from the next night", async () => {
  made = 0;
  ticketOf(400);
  await night();
  expect([count("message"), files(), runs()]).toEqual([2, 1, []]);
  writeSetting(s.tenant, "mediaRetentionDays", "30");
  await retentionJobs[0]?.run(s.installation);
  expect(files()).toBe(1);
  await night();
  // Files are deleted after the commit.
  await becomesTrue(() => files() === 0);
  expect(count("message")).toBe(2);
  expect(runs()).toEqual([{ state: "done", files: 1, bytes: 5, messages: 0, tickets: 0 }]);
});

test("retention keeps open, recent and tagged tickets; the preview counts what is deleted, also from the search index", async () => {
  made = 0;
  const [old, , ,] = [
    ticketOf(100),
    ticketOf(100, { status: "open" }),
    ticketOf(10),
    ticketOf(100, { tag: tag() }),
  ];
  writeSetting(s.tenant, "ticketRetentionDays", "60");
  expect(await previewRetention(s.admin, rulesOf(s.tenant))).toEqual({
    files: 0,
    bytes: 0,
    messages: 2,
    tickets: 1,
  });
  expect(
    await previewRetention(s.admin, { mediaDays: 60, ticketDays: 60, what: "tickets", keepTagged: false }),
  ).toEqual({ files: 2, bytes: 10, messages: 4, tickets: 2 });
  await night();
  await becomesTrue(() => files() === 3);
  expect([count("message"), count("ticket")]).toEqual([6, 4]);
  expect(s.row("SELECT last_message AS words FROM ticket WHERE id = ?", old)).toEqual({ words: "" });
  expect(count("message_search WHERE message_search MATCH 'segredo1'")).toBe(0);
  expect(runs()).toEqual([{ state: "done", files: 1, bytes: 5, messages: 2, tickets: 1 }]);
  expect(s.rows("SELECT code FROM notice")).toEqual([{ code: "retention_done" }]);
  // From now on whole tickets are deleted, also those with tags.
  writeSetting(s.tenant, "ticketRetentionWhat", "tickets");
  writeSetting(s.tenant, "retentionKeepTagged", "disabled");
  await night();
  expect([count("message"), count("ticket")]).toEqual([4, 2]);
  // The next night finds nothing and broadcasts nothing.
  await night();
  expect(count("notice")).toBe(2);
});

test("retention deletes texts in AI runs and integration deliveries with the messages", async () => {
  made = 0;
  const [old, young] = [ticketOf(100), ticketOf(10)];
  const integration = run(
    s.tenant.db,
    "INSERT INTO integration (type, name, created_at, updated_at) VALUES ('webhook', 'w', 1, 1)",
  ).id;
  for (const id of [old, young]) {
    run(
      s.tenant.db,
      "INSERT INTO ai_run (purpose, ticket_id, model, result, trace, at) VALUES ('answer', ?, 'm', 'answered', 'words', 1)",
      id,
    );
    run(
      s.tenant.db,
      `INSERT INTO integration_delivery (uuid, integration_id, ticket_id, event, lane, body, state, next_try_at, began_at, created_at)
        VALUES (?, ?, ?, 'message', 'x', 'words', 'done', 1, 1, 1)`,
      `d${id}`,
      integration,
      id,
    );
  }
  writeSetting(s.tenant, "ticketRetentionDays", "60");
  await night();
  const left = (sql: string) => s.rows<{ id: number }>(sql).map(({ id }) => id);
  expect(left("SELECT ticket_id AS id FROM ai_run WHERE trace IS NOT NULL")).toEqual([young]);
  expect(left("SELECT ticket_id AS id FROM integration_delivery")).toEqual([young]);
  expect(count("ai_run")).toBe(2);
});

test("retention deletes inbox texts with their message; duplicates count once and failed events are not retried", async () => {
  const MARIA = { name: "Maria", identities: [phone("5511988887777")] };
  const first = wrote(MARIA, "segredo de Maria", s.clock.now());
  s.receive(first);
  const { id } = s.row<{ id: number }>("SELECT ticket_id AS id FROM message") ?? { id: 0 };
  const file = join(s.tenant.mediaDirectory, "falhou.jpg");
  mkdirSync(s.tenant.mediaDirectory, { recursive: true });
  writeFileSync(file, "x");
  const media = { file: { state: "stored", path: file } };
  const failed = run(
    s.tenant.db,
    `INSERT INTO inbound_event (connection_id, chat_key, kind, event_key, received_at, payload, state, finished_at)
     VALUES (?, 'x', 'message', 'y', ?, ?, 'failed', ?)`,
    s.connectionId,
    s.clock.now(),
    JSON.stringify({ kind: "message", content: { type: "media", caption: "segredo", media } }),
    s.clock.now(),
  ).id;
  run(
    s.tenant.db,
    `INSERT INTO outbox (connection_id, contact_id, source, source_key, kind, payload, state, next_try_at, created_at)
     VALUES (?, ?, 'edit', '1', 'edit', '{"body":"segredo"}', 'sent', 0, ?)`,
    s.connectionId,
    contact,
    s.clock.now(),
  );
  const words = () =>
    s.rows(
      "SELECT 1 FROM inbound_event WHERE payload LIKE '%segredo%' UNION ALL SELECT 1 FROM outbox WHERE payload LIKE '%segredo%'",
    ).length;
  run(s.tenant.db, "UPDATE ticket SET status = 'closed', closed_at = ? WHERE id = ?", s.clock.now(), id);
  writeSetting(s.tenant, "ticketRetentionDays", "3");
  await night();
  expect([count("message"), words()]).toEqual([1, 3]);
  await night();
  await night();
  expect([count("message"), words()]).toEqual([0, 0]);
  await becomesTrue(() => !existsSync(file));
  s.receive(first);
  expect(count("message")).toBe(0);
  expect(() => replayEvent(s.admin, failed)).toThrow("ERR_NOT_FOUND");
});

test("a retention run interrupted by a kill continues without skipping rows or counting them twice", async () => {
  made = 0;
  ticketOf(100, { messages: 120 });
  ticketOf(100, { messages: 3 });
  writeSetting(s.tenant, "ticketRetentionDays", "60");
  const { write } = s.tenant;
  let left = 2;
  const killed = Object.assign(s.tenant, {
    write: ((work) => {
      left -= 1;
      if (left < 0) throw new Error("killed");
      return write(work);
    }) as typeof write,
  });
  s.clock.advance(DAY);
  await retentionJobs[0]?.run(s.installation);
  expect(runs()).toEqual([{ state: "running", files: 1, bytes: 5, messages: 100, tickets: 0 }]);
  Object.assign(killed, { write });
  await retentionJobs[0]?.run(s.installation);
  expect(runs()).toEqual([{ state: "done", files: 2, bytes: 10, messages: 123, tickets: 2 }]);
  expect(count("message")).toBe(0);
});
