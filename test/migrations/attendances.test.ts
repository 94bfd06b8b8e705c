import { expect, test } from "bun:test";
import { tenantMigrations } from "#migrations/tenant/index.ts";
import { migrate } from "#platform/db/migrate.ts";
import { openDatabase } from "#platform/db/open.ts";

test("attendances of an earlier release get their attendants, transfers and ends from the history", () => {
  const db = openDatabase(":memory:", { durability: "normal" });
  const before = tenantMigrations.findIndex(({ name }) => name.endsWith("add_attendance_columns"));
  migrate(db, tenantMigrations.slice(0, before), 0);
  db.exec(`INSERT INTO user (id, name, email, password_hash, profile, created_at, updated_at)
      SELECT value, 'U' || value, 'u' || value, '', 'user', 1, 1 FROM json_each('[5,7,8,9]');
    INSERT INTO connection (id, name, created_at, updated_at) VALUES (1, 'Loja', 1, 1);
    INSERT INTO contact (id, uuid, name, created_at, updated_at) VALUES (1, 'c', 'Maria', 1, 1);
    INSERT INTO ticket (id, uuid, status, contact_id, connection_id, user_id, protocol, close_reason, closed_by, created_at, updated_at)
      VALUES (1, 't1', 'closed', 1, 1, 9, 'p1', 'inactivity', NULL, 1, 1),
        (2, 't2', 'closed', 1, 1, 5, 'p2', 'user', 5, 1, 1);
    INSERT INTO ticket_period (id, ticket_id, user_id, connection_id, created_at, started_at, finished_at) VALUES
      (1, 1, 8, 1, 100, 130, 200), (2, 1, 9, 1, 300, 350, 400), (3, 2, 5, 1, 100, 110, 120);
    INSERT INTO ticket_event (ticket_id, at, kind, user_id, from_state, to_state) VALUES
      (1, 100, 'created', NULL, '{}', '{"status":"pending"}'),
      (1, 110, 'accepted', 7, '{"userId":null}', '{"userId":7}'),
      (1, 120, 'returned', 7, '{"userId":7}', '{"userId":null}'),
      (1, 130, 'transferred', 7, '{"userId":null}', '{"userId":8}'),
      (1, 200, 'closed', 8, '{"closeReason":null}', '{"closeReason":"user"}'),
      (1, 300, 'reopened', 8, '{"status":"closed"}', '{"status":"open"}'),
      (1, 350, 'taken_over', 9, '{"userId":8}', '{"userId":9}'),
      (1, 400, 'closed', NULL, '{}', '{"closeReason":"inactivity"}')`);
  migrate(db, tenantMigrations, 0);
  expect(
    db
      .prepare(
        "SELECT period_id AS id, user_id AS user, started_at AS [from], ended_at AS [to] FROM attendance_user ORDER BY id, started_at",
      )
      .all(),
  ).toEqual([
    { id: 1, user: 7, from: 110, to: 120 },
    { id: 1, user: 8, from: 130, to: 200 },
    { id: 2, user: 8, from: 300, to: 350 },
    { id: 2, user: 9, from: 350, to: 400 },
    { id: 3, user: 5, from: 110, to: 120 },
  ]);
  expect(
    db
      .prepare(
        "SELECT close_reason AS reason, closed_by AS by, transfers, messages_in AS messages FROM ticket_period ORDER BY id",
      )
      .all(),
  ).toEqual([
    { reason: "user", by: 8, transfers: 1, messages: null },
    { reason: "inactivity", by: null, transfers: 1, messages: null },
    { reason: "user", by: 5, transfers: 0, messages: null },
  ]);
  db.close();
});

test("spans of attendants that an earlier release left open end when the next one began, or when the ticket was queued", () => {
  const db = openDatabase(":memory:", { durability: "normal" });
  const before = tenantMigrations.findIndex(({ name }) => name.endsWith("shorten_status_changes"));
  migrate(db, tenantMigrations.slice(0, before), 0);
  db.exec(`INSERT INTO user (id, name, email, password_hash, profile, created_at, updated_at)
      SELECT value, 'U' || value, 'u' || value, '', 'user', 1, 1 FROM json_each('[7,8]');
    INSERT INTO connection (id, name, created_at, updated_at) VALUES (1, 'Loja', 1, 1);
    INSERT INTO contact (id, uuid, name, created_at, updated_at) VALUES (1, 'c', 'Maria', 1, 1), (2, 'd', 'Rui', 1, 1);
    INSERT INTO ticket (id, uuid, status, contact_id, connection_id, user_id, protocol, created_at, updated_at)
      VALUES (1, 't1', 'open', 1, 1, 8, 'p1', 1, 1), (2, 't2', 'pending', 2, 1, NULL, 'p2', 1, 1);
    INSERT INTO ticket_period (id, ticket_id, user_id, connection_id, created_at, queued_at, started_at) VALUES
      (1, 1, NULL, 1, 100, 100, NULL), (2, 2, NULL, 1, 100, 150, NULL);
    UPDATE ticket_period SET user_id = 8, started_at = 130 WHERE id = 1;
    INSERT INTO attendance_user (id, period_id, user_id, started_at, ended_at) VALUES (-1, 1, 7, 110, NULL), (9, 2, 7, 120, NULL)`);
  migrate(db, tenantMigrations, 0);
  const spans = () =>
    db
      .prepare(
        "SELECT period_id AS id, user_id AS user, ended_at AS [to] FROM attendance_user ORDER BY period_id, id",
      )
      .all();
  expect(spans()).toEqual([
    { id: 1, user: 7, to: 130 },
    { id: 1, user: 8, to: null },
    { id: 2, user: 7, to: 150 },
  ]);
  db.exec("UPDATE ticket_period SET user_id = 7, started_at = 170 WHERE id IN (1, 2)");
  expect(spans()).toEqual([
    { id: 1, user: 7, to: 130 },
    { id: 1, user: 8, to: 170 },
    { id: 1, user: 7, to: null },
    { id: 2, user: 7, to: 150 },
    { id: 2, user: 7, to: null },
  ]);
  db.close();
});
