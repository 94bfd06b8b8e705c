import { afterAll, expect, spyOn, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { jobNames } from "#features.ts";
import { systemMigrations } from "#migrations/system/index.ts";
import { tenantMigrations } from "#migrations/tenant/index.ts";
import { migrate } from "#platform/db/migrate.ts";
import { openDatabase } from "#platform/db/open.ts";
import { holdCompanyDirectory, holdInstallation } from "./hold-restored.ts";
import { momentOf } from "./restore-archive.ts";

const directory = mkdtempSync(join(tmpdir(), "balcao-held-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const NOW = Date.UTC(2026, 10, 20);

test("a restored company sends nothing automatically: its numbers need new sessions, its campaigns are paused", () => {
  const path = join(directory, "company.sqlite");
  const db = openDatabase(path, { durability: "normal" });
  migrate(db, tenantMigrations, NOW, { path });
  db.exec(`INSERT INTO connection (id, name, status, created_at, updated_at) VALUES
    (7, 'shop', 'CONNECTED', 1, 1), (8, 'page', 'CONNECTED', 1, 1)`);
  const add = db.prepare(
    "INSERT INTO campaign (id, name, status, scheduled_at, created_at, updated_at) VALUES (?, ?, ?, ?, 1, 1)",
  );
  add.run(1, "running", "running", null);
  add.run(2, "due", "scheduled", NOW - 1000);
  add.run(3, "later", "scheduled", NOW + 1000);
  db.close();
  mkdirSync(join(directory, "sessions/7"), { recursive: true });
  const session = join(directory, "sessions/7/session.sqlite");
  const keys = openDatabase(session, { durability: "normal" });
  keys.exec(`CREATE TABLE signal_key (type TEXT, id TEXT, value BLOB); CREATE TABLE devices (user TEXT);
    INSERT INTO signal_key VALUES ('session', 'a', x'00'), ('sender-key', 'b', x'00'), ('pre-key', '1', x'00'),
      ('identity-key', 'a', x'00'), ('sender-key-memory', 'g', x'00')`);
  keys.close();

  holdCompanyDirectory(directory, NOW);

  const held = openDatabase(path, { durability: "normal", readonly: true });
  expect(
    held.prepare("SELECT id, status, status_reason AS reason FROM connection ORDER BY id").all(),
  ).toEqual([
    { id: 7, status: "DISCONNECTED", reason: "replaced" },
    { id: 8, status: "CONNECTED", reason: null },
  ]);
  expect(
    held.prepare("SELECT id, status, paused_at IS NOT NULL AS paused FROM campaign ORDER BY id").all(),
  ).toEqual([
    { id: 1, status: "running", paused: 1 },
    { id: 2, status: "inactive", paused: 0 },
    { id: 3, status: "scheduled", paused: 0 },
  ]);
  held.close();
  const left = openDatabase(session, { durability: "normal", readonly: true });
  expect(left.prepare("SELECT type FROM signal_key ORDER BY type").pluck().all()).toEqual([
    "identity-key",
    "pre-key",
  ]);
  left.close();
});

test("messages and calls that waited at the restored time are not sent, and each shows the reason", () => {
  const folder = join(directory, "waiting");
  mkdirSync(folder);
  const path = join(folder, "company.sqlite");
  const db = openDatabase(path, { durability: "normal" });
  migrate(db, tenantMigrations, NOW, { path });
  db.pragma("foreign_keys = OFF");
  const message = db.prepare(
    `INSERT INTO message (id, ticket_id, contact_id, connection_id, provider_id, from_me, origin, body, send_state, created_at, updated_at)
    VALUES (?, 1, 1, 9, ?, 1, 'user', 'x', ?, 1, 1)`,
  );
  const send = db.prepare(
    `INSERT INTO outbox (id, message_id, connection_id, contact_id, source, source_key, payload, state, next_try_at, created_at, held_by)
    VALUES (?, ?, 9, 1, 'user', ?, '{}', ?, 1, 1, ?)`,
  );
  for (const [id, state] of ["queued", "sending", "bundled", "sent", "cancelled"].entries()) {
    message.run(id + 1, `p${id}`, state === "bundled" ? "sending" : state);
    send.run(id + 1, id + 1, `k${id}`, state, state === "queued" ? "cap" : null);
  }
  const schedule = db.prepare(
    `INSERT INTO scheduled_message (id, body, contact_id, send_at, user_id, status, series_start, outbox_id, created_at, updated_at)
    VALUES (?, 'x', 1, ?, 1, ?, '2026-11-20 10:00:00', ?, 1, 1)`,
  );
  schedule.run(1, NOW - 1000, "pending", null);
  schedule.run(2, NOW - 1000, "queued", 1);
  schedule.run(3, NOW + 1000, "pending", null);
  schedule.run(4, NOW - 1000, "sent", 4);
  const call = db.prepare(
    `INSERT INTO integration_delivery (uuid, integration_id, event, lane, state, next_try_at, began_at, created_at)
    VALUES (?, 1, 'message', 'a', ?, 1, 1, 1)`,
  );
  for (const state of ["queued", "waiting", "acting", "done"]) call.run(state, state);
  const turn = db.prepare(
    "INSERT INTO ai_turn (kind, ticket_id, message_id, state, due_at, created_at) VALUES ('answer', 1, ?, ?, 1, 1)",
  );
  turn.run(1, "waiting");
  turn.run(2, "thinking");
  turn.run(3, "done");
  db.exec(
    "INSERT INTO campaign (id, name, status, created_at, updated_at) VALUES (1, 'promo', 'running', 1, 1)",
  );
  db.prepare(
    `INSERT INTO campaign_recipient (id, campaign_id, position, contact_key, state, message_id) VALUES (1, 1, 1, '1', 'queued', 1)`,
  ).run();
  db.close();

  holdCompanyDirectory(folder, NOW);

  const held = openDatabase(path, { durability: "normal", readonly: true });
  const rows = (sql: string) => held.prepare(sql).raw().all();
  expect(rows("SELECT state, error, held_by FROM outbox ORDER BY id")).toEqual([
    ["failed", "ERR_RESTORED", null],
    ["failed", "ERR_RESTORED", null],
    ["failed", "ERR_RESTORED", null],
    ["sent", null, null],
    ["cancelled", null, null],
  ]);
  expect(rows("SELECT send_state, send_error FROM message ORDER BY id")).toEqual([
    ["failed", "ERR_RESTORED"],
    ["failed", "ERR_RESTORED"],
    ["failed", "ERR_RESTORED"],
    ["sent", null],
    ["cancelled", null],
  ]);
  expect(rows("SELECT status, error FROM scheduled_message ORDER BY id")).toEqual([
    ["pending", "ERR_RESTORED"],
    ["pending", "ERR_RESTORED"],
    ["pending", null],
    ["sent", null],
  ]);
  expect(rows("SELECT state, error FROM integration_delivery ORDER BY id")).toEqual([
    ["failed", "restored"],
    ["failed", "restored"],
    ["failed", "restored"],
    ["done", null],
  ]);
  expect(rows("SELECT state FROM ai_turn ORDER BY id").flat()).toEqual(["cancelled", "cancelled", "done"]);
  expect(rows("SELECT state, reason FROM campaign_recipient")).toEqual([["failed", "ERR_RESTORED"]]);
  held.close();
});

/** The lines that a restore prints. */
function printed(work: () => void): readonly string[] {
  const lines: string[] = [];
  const log = spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
  try {
    work();
  } finally {
    log.mockRestore();
  }
  return lines;
}

test("a restored installation holds every company, drops the mails that waited, and every job of it is due once", () => {
  const folder = join(directory, "installation");
  mkdirSync(join(folder, "companies/1"), { recursive: true });
  const path = join(folder, "system.sqlite");
  const system = openDatabase(path, { durability: "normal" });
  // A file of the release before the hold.
  migrate(system, systemMigrations.slice(0, 11), NOW);
  system.pragma("foreign_keys = OFF");
  system.exec(`INSERT INTO company (id, name, plan_id, email, phone, recurrence, active, schedules, created_at, updated_at)
      VALUES (1, 'Provedor', 1, '', '', 'monthly', 1, '[]', 1, 1), (2, 'Padaria', 1, '', '', 'monthly', 1, '[]', 1, 1);
    INSERT INTO mail (uuid, company_id, recipient, subject, body, next_try_at, expires_at, created_at)
      VALUES ('a', 2, 'dona@example.com', 'Fatura', 'x', 1, 9e12, 1);
    INSERT INTO scheduled_wakeup (company_id, job, at) VALUES (2, 'schedules', 7)`);
  system.close();
  const company = openDatabase(join(folder, "companies/1/company.sqlite"), { durability: "normal" });
  migrate(company, tenantMigrations, NOW);
  company.exec(
    "INSERT INTO connection (id, name, status, created_at, updated_at) VALUES (7, 'shop', 'CONNECTED', 1, 1)",
  );
  company.exec(
    "INSERT INTO campaign (id, name, status, created_at, updated_at) VALUES (1, 'x', 'running', 1, 1)",
  );
  company.close();
  mkdirSync(join(folder, "companies/1/sessions/7"), { recursive: true });
  const keys = openDatabase(join(folder, "companies/1/sessions/7/session.sqlite"), { durability: "normal" });
  keys.exec("CREATE TABLE signal_key (type TEXT, id TEXT, value BLOB); CREATE TABLE devices (user TEXT)");
  keys.close();

  const lines = printed(() => holdInstallation(folder, NOW));

  expect(lines).toEqual([
    "1 campaign paused: compare its report before you resume it",
    "1 WhatsApp connection stays disconnected: make sure that no other copy of this installation runs, then connect it on the page of connections",
    "1 e-mail that waited is not sent: people may have it",
    expect.stringContaining("nothing is sent automatically until a person resumes"),
  ]);
  const held = openDatabase(path, { durability: "normal", readonly: true });
  const rows = (sql: string) => held.prepare(sql).raw().all();
  expect(rows("SELECT id, restored_at, resumed_at FROM company")).toEqual([
    [1, NOW, null],
    [2, NOW, null],
  ]);
  expect(rows("SELECT * FROM mail")).toEqual([]);
  for (const id of [1, 2])
    expect(rows(`SELECT job FROM scheduled_wakeup WHERE company_id = ${id}`).flat().sort()).toEqual(
      [...jobNames()].sort(),
    );
  expect(rows("SELECT at FROM scheduled_wakeup WHERE company_id = 2 AND job = 'schedules'")).toEqual([[7]]);
  held.close();
});

test("a time that is in the future in the server's time zone is refused, and names that zone", () => {
  const server = { timeZone: "America/Sao_Paulo" };
  const now = new Date().toISOString();
  const typed = now.slice(0, 19).replace("T", " ");
  expect(() => momentOf(server, typed)).toThrow(/is in the future: .*America\/Sao_Paulo/);
  expect(momentOf({ timeZone: "UTC" }, typed)).toBe(Date.parse(`${now.slice(0, 19)}.999Z`));
  expect(momentOf(server, `${now.slice(0, 19)}Z`)).toBe(Date.parse(`${now.slice(0, 19)}.999Z`));
});
