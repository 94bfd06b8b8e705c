import { afterEach, beforeEach, expect, test } from "bun:test";
import { createClosedTicket } from "#inbox/tickets/index.ts";
import { run } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import {
  type TestInstallation,
  testConnection,
  testContact,
  testInstallation,
} from "#test/helpers/installation.ts";
import { healthOf } from "./health.ts";
import { DAY } from "./testing.ts";

let app: TestInstallation;
let tenant: Tenant;
let id: number;
let other: number;
beforeEach(() => {
  app = testInstallation();
  tenant = app.company();
  id = testConnection(tenant, { name: "Vendas" });
  other = testConnection(tenant, { name: "Suporte" });
  run(tenant.db, "UPDATE connection SET linked_at = 1");
});
afterEach(() => app.close());

const reasons = (connectionId = id) => healthOf(tenant, connectionId).reasons.map(({ code }) => code);
/** First contacts of the connection, one per contact and number of days ago. */
let people = 0;
const wroteTo = (days: readonly number[], isAnswered = true): number[] =>
  days.map((ago) => {
    people += 1;
    const contactId = testContact(tenant, { name: `P${people}`, number: `55119${70_000_000 + people}` });
    run(
      tenant.db,
      "INSERT INTO first_contact (connection_id, contact_id, at, source, text_hash, answered_at) VALUES (?, ?, ?, 'api', ?, ?)",
      ...[id, contactId, app.clock.now() - ago * DAY, `text ${people}`, isAnswered ? 1 : null],
    );
    return contactId;
  });
const failedAgo = (contactId: number, days: number) =>
  tenant.write((unit) => {
    const ticket = createClosedTicket(unit, {
      ...{ contactId, connectionId: id, channel: "whatsapp", isGroup: false, origin: "api" },
    });
    run(
      unit.db,
      `INSERT INTO message (ticket_id, contact_id, connection_id, body, from_me, origin, send_state, created_at, updated_at)
       VALUES (?, ?, ?, '', 1, 'api', 'failed', ?, 0)`,
      ...[ticket.id, contactId, id, unit.now - days * DAY],
    );
  });
const days = (count: number, ago: number) => Array<number>(count).fill(ago);

test("only the numbers that the connection itself checked in the last 7 days count as not on WhatsApp", () => {
  const check = (connectionId: number | null, found: number, ago: number, count = 20) => {
    for (let n = 0; n < count; n += 1)
      run(
        tenant.db,
        "INSERT INTO number_check (match_key, found, checked_at, connection_id) VALUES (?, ?, ?, ?)",
        ...[`${connectionId}-${found}-${ago}-${n}`, found, app.clock.now() - ago * DAY, connectionId],
      );
  };
  check(other, 0, 1);
  check(null, 0, 1);
  check(id, 0, 8);
  check(id, 1, 1);
  expect(reasons()).toEqual([]);
  expect(reasons(other)).toEqual(["not_on_whatsapp"]);
  check(id, 0, 2, 1);
  expect(reasons()).toEqual(["not_on_whatsapp"]);
});

test("only failures of the last 7 days count against a number", () => {
  const people = wroteTo(days(20, 3));
  for (const person of people) failedAgo(person, 8);
  expect(reasons()).toEqual([]);
  for (const person of people.slice(0, 1)) failedAgo(person, 1);
  expect(reasons()).toEqual([]);
  for (const person of people.slice(0, 2)) failedAgo(person, 1);
  expect(reasons()).toEqual(["failures"]);
});

test("missing answers and opt-outs count only for first contacts of the last 7 days", () => {
  for (const person of wroteTo(days(30, 8), false))
    run(tenant.db, "UPDATE contact SET opted_out_at = ? WHERE id = ?", app.clock.now(), person);
  expect(reasons()).toEqual([]);
  const people = wroteTo(days(20, 2), false);
  expect(reasons()).toEqual(["silent"]);
  run(tenant.db, "UPDATE contact SET opted_out_at = ? WHERE id = ?", app.clock.now(), people[0] ?? 0);
  expect(reasons()).toEqual(["silent", "opt_outs"]);
});

test("the same text counts within one day, and only on its connection", () => {
  wroteTo([...days(15, 0), ...days(15, 2)]);
  run(tenant.db, "UPDATE first_contact SET text_hash = 'a'");
  expect(reasons()).toEqual([]);
  wroteTo(days(21, 0));
  run(tenant.db, "UPDATE first_contact SET text_hash = 'a'");
  expect([reasons(), reasons(other)]).toEqual([["same_text"], []]);
});

test("the network's warning lowers the score until the end of its cycle, and the ended cycle is not shown", () => {
  const cycle = (type: string, status: string, endsAt: number | null) =>
    run(
      tenant.db,
      `INSERT OR REPLACE INTO new_chat_quota (connection_id, type, status, total, used, ends_at, told_at)
       VALUES (?, ?, ?, 10, 10, ?, 0)`,
      ...[id, type, status, endsAt],
    );
  cycle("A", "CAPPED", app.clock.now() + DAY);
  expect(healthOf(tenant, id)).toEqual({ score: 70, reasons: [{ code: "second_warning", weight: 30 }] });
  app.clock.advance(DAY);
  expect(healthOf(tenant, id).score).toBe(100);
  cycle("B", "FIRST_WARNING", null);
  expect(reasons()).toEqual(["first_warning"]);
});

test("a restriction of the last 30 days lowers the score, an older or only suspected one does not", () => {
  const past = (kind: string, liftedAgo: number, checkedAt: number) =>
    run(
      tenant.db,
      `INSERT INTO connection_restriction (connection_id, kind, effect, text, since, lifted_at, checked_at)
       VALUES (?, ?, 'new_chats', '', 1, ?, ?)`,
      ...[id, kind, app.clock.now() - liftedAgo * DAY, checkedAt],
    );
  past("reachout_lock", 31, 1);
  past("new_chat_cap", 1, 0);
  expect(reasons()).toEqual([]);
  past("reachout_lock", 29, 1);
  expect(reasons()).toEqual(["restricted_lately"]);
});

test("a number counts as recently linked for 7 days after its link", () => {
  run(tenant.db, "UPDATE connection SET linked_at = ?", app.clock.now());
  app.clock.advance(7 * DAY - 1);
  expect(reasons()).toEqual(["linked_lately"]);
  app.clock.advance(1);
  expect(reasons()).toEqual([]);
});
