import { afterAll, beforeAll, beforeEach, expect, spyOn, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { wrote } from "#inbox/messages/testing.ts";
import { ReconciliationChanged } from "#inbox/reconciliation/events.ts";
import { dayAt } from "#platform/dates.ts";
import { run } from "#platform/db/database.ts";
import { prepared } from "#platform/db/open.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { testConnection, testUser } from "#test/helpers/installation.ts";
import { talk } from "#test/helpers/talk.ts";
import type { CockpitAnswer, CockpitCompany } from "./contract.ts";
import { messagesByQuarter } from "./measure.sql.ts";
import { measure } from "./measure.ts";

const HOUR_MS = 3_600_000;
const t = talk();
let root: UserCtx;
beforeAll(async () => {
  await t.start();
  const provider = t.app.company("Provedor");
  root = testUser(provider, { profile: "admin" });
  run(provider.db, "UPDATE user SET super = 1 WHERE id = ?", root.actor.id);
});
afterAll(() => t.stop());
beforeEach(() => t.meet());

const look = async (): Promise<CockpitAnswer> => (await t.app.api(root).get("/cockpit")).body;
const rowOf = async (tenant: Tenant): Promise<CockpitCompany> => {
  const found = (await look()).companies.find(({ id }) => id === tenant.id);
  if (!found) throw new Error("the company is in the list");
  return found;
};
const system = () => t.app.installation.system;
const set = (tenant: Tenant, columns: string) =>
  void run(system(), `UPDATE company SET ${columns} WHERE id = ?`, tenant.id);
const job = () => t.app.app.runJob("cockpit");
/** Runs the measurement of all companies up to this hour. */
const measured = async () => {
  for (let turn = 0; turn < 5; turn += 1) await job();
  t.app.clock.advance(HOUR_MS);
  await job();
};
/** The same, then evicts all companies. */
const rest = async () => {
  await measured();
  t.app.clock.advance(11 * 60_000);
  await t.app.app.runJob("close_idle");
};
const awake = () => [...t.app.installation.tenants.openTenants()].map(({ id }) => id);

test("the cockpit is for super users only", async () => {
  const admin = t.app.api(testUser(t.tenant, { profile: "admin" }));
  for (const path of ["/cockpit", "/cockpit/export"])
    expect(await admin.get(path)).toMatchObject({ status: 403, body: { error: "ERR_NO_PERMISSION" } });
});

test("every company in the cockpit has exactly one state, and the counts add up", async () => {
  set(t.tenant, "due_date = '2026-11-22'");
  const expired = t.app.company();
  set(expired, "due_date = '2026-11-01'");
  const trial = t.app.company();
  set(trial, "due_date = '2026-11-22', trial_expiration = '2026-11-22'");
  const off = t.app.company();
  set(off, "active = 0");
  const { states, companies } = await look();
  const stateOf = (tenant: Tenant) => companies.find(({ id }) => id === tenant.id)?.state;
  expect([t.tenant, expired, trial, off].map(stateOf)).toEqual(["expiring", "expired", "trial", "off"]);
  expect(Object.values(states).reduce((sum, count) => sum + count, 0)).toBe(companies.length);
});

test("reading the cockpit opens no company and shows the last measured figures", async () => {
  await rest();
  const before = await rowOf(t.tenant);
  expect(before).toMatchObject({ connectionsUp: 1, connectionsDown: 0, messages: 1 });
  expect(before.diskBytes).toBeGreaterThan(50_000);
  expect(awake()).not.toContain(t.tenant.id);
});

test("an idle company is not opened to be measured again", async () => {
  await rest();
  t.app.clock.advance(3 * HOUR_MS);
  await job();
  expect(awake()).not.toContain(t.tenant.id);
});

test("messages of an hour are counted in the next hour, each once, received and sent separately", async () => {
  await measured();
  const today = async () => (await look()).days.at(-1);
  const before = await today();
  t.receive(wrote(t.customer, "Tudo bem?", t.app.clock.now()));
  expect((await t.post({ body: "Tudo!" }, t.app.api(t.ana))).status).toBe(200);
  await job();
  expect(await today()).toEqual(before);
  t.app.clock.advance(HOUR_MS);
  await job();
  await job();
  expect(await today()).toMatchObject({
    received: (before?.received ?? 0) + 1,
    sent: (before?.sent ?? 0) + 1,
  });
});

test("the messages of a company that was never measured are counted in batches, each once", async () => {
  const company = t.app.company();
  testConnection(company, {});
  const now = t.app.clock.now();
  run(
    company.db,
    `INSERT INTO contact (id, uuid, name, number, created_at, updated_at) VALUES (1, 'c1', 'Ana', '551', 1, 1)`,
  );
  run(
    company.db,
    `INSERT INTO ticket (id, uuid, status, contact_id, connection_id, protocol, created_at, updated_at)
     VALUES (1, 't1', 'open', 1, 1, '1', 1, 1)`,
  );
  run(
    company.db,
    `INSERT INTO message (ticket_id, contact_id, connection_id, body, from_me, origin, created_at, updated_at)
     SELECT 1, 1, 1, '', 0, 'contact', ?, 1 FROM json_each(?)`,
    now,
    JSON.stringify(Array(12_000).fill(0)),
  );
  const received = async () => (await look()).days.at(-1)?.received ?? 0;
  const before = await received();
  const counting = spyOn(prepared(company.db.$client, messagesByQuarter.text), "all");
  await measure(company);
  expect(counting).toHaveBeenCalledTimes(3);
  expect((await received()) - before).toBe(12_000);
});

test("the chart of messages has the last thirty days; older ones are deleted", async () => {
  await job();
  const day = "INSERT INTO company_day VALUES (?, ?, 5, 5)";
  run(system(), day, t.tenant.id, "2026-10-01");
  const { days } = await look();
  expect([days.length, days.at(-1)?.day]).toEqual([30, dayAt(t.app.clock.now(), "America/Sao_Paulo")]);
  await job();
  expect(
    system().$client.prepare("SELECT count(*) AS n FROM company_day WHERE day = '2026-10-01'").get(),
  ).toEqual({ n: 0 });
});

test("the cockpit shows a changed connection within a minute", async () => {
  await measured();
  testConnection(t.tenant);
  run(t.tenant.db, "UPDATE connection SET status = 'DISCONNECTED' WHERE id = ?", t.connectionId);
  const admin = t.app.api(testUser(t.tenant, { profile: "admin" }));
  expect((await admin.put(`/whatsapp/${t.connectionId}`, { name: "Loja nova" })).status).toBe(200);
  await job();
  expect(await rowOf(t.tenant)).toMatchObject({ connectionsUp: 1, connectionsDown: 1 });
});

test("the cockpit shows the sums of a company's comparisons with its phones, of the last thirty days", async () => {
  const now = t.app.clock.now();
  const add = (createdAt: number, gaps: number) =>
    run(
      t.tenant.db,
      `INSERT INTO reconciliation_run (connection_id, cause, state, due_at, most_chats, created_at, compared, gaps, filled)
       VALUES (?, 'night', 'done', 1, 30, ?, 100, ?, ?)`,
      ...[t.connectionId, createdAt, gaps, gaps],
    );
  add(now, 2);
  add(now - 24 * HOUR_MS, 1);
  add(now - 31 * 24 * HOUR_MS, 50);
  t.tenant.write((unit) => unit.emit(ReconciliationChanged, { connectionId: t.connectionId }));
  await measured();
  expect(await rowOf(t.tenant)).toMatchObject({ comparedMessages: 200, foundGaps: 3, filledGaps: 3 });
});

test("users with an open page count as online in the cockpit", async () => {
  const socket = await t.app.socket(t.ana);
  expect((await rowOf(t.tenant)).usersOnline).toBe(1);
  socket.close();
});

test("the cockpit shows invoices paid since the first of the month, and open ones past their due date", async () => {
  const before = await look();
  const make = `INSERT INTO invoice (company_id, due_date, status, detail, value_cents, recurrence, plan_id, plan, paid_at,
    created_at, updated_at) VALUES (?, ?, ?, 'Plano', ?, 'monthly', 1, '{}', ?, 0, 0)`;
  const at = (iso: string) => Date.parse(`${iso}T15:00:00Z`);
  run(system(), make, t.tenant.id, "2026-11-10", "paid", 9990, at("2026-11-02"));
  run(system(), make, t.tenant.id, "2026-10-10", "paid", 5000, at("2026-10-30"));
  run(system(), make, t.tenant.id, "2026-11-12", "open", 12_345, null);
  run(system(), make, t.tenant.id, "2026-12-10", "open", 7000, null);
  run(system(), make, t.tenant.id, "2026-09-10", "cancelled", 8000, null);
  const gone = t.app.company();
  run(system(), make, gone.id, "2026-11-12", "open", 9999, null);
  set(gone, "removed_at = 1");
  const after = await look();
  expect(after.revenue - before.revenue).toBeCloseTo(99.9);
  expect(after.overdue.count - before.overdue.count).toBe(1);
  expect(after.overdue.value - before.overdue.value).toBeCloseTo(123.45);
});

test("the cockpit names a company whose file cannot be opened with the reason, and the others are measured", async () => {
  await rest();
  writeFileSync(join(t.app.directory, "companies", String(t.tenant.id), "company.sqlite"), "not a database");
  const fine = t.app.company("Em ordem");
  t.app.installation.tenants.rescheduleWake(t.tenant.id, "cockpit", t.app.clock.now());
  await job();
  const { quarantined, companies } = await look();
  expect(quarantined.map(({ id }) => id)).toContain(t.tenant.id);
  expect(companies.find(({ id }) => id === fine.id)?.measuredAt).not.toBeNull();
});

test("the cockpit's CSV file has every company and escapes formulas", async () => {
  set(t.tenant, "name = '=cmd|calc'");
  const answer = await t.app.api(root).get("/cockpit/export");
  expect(answer.headers.get("content-disposition")).toContain("empresas.csv");
  expect(answer.body).toContain("Empresa;Plano;Situação;Vencimento");
  expect(answer.body).toContain(`\r\n"'=cmd|calc";`);
});

test("the cockpit counts a changed connection at once, before the next measurement", async () => {
  await measured();
  expect(await rowOf(t.tenant)).toMatchObject({ connectionsUp: 1, connectionsDown: 0 });
  const down = testConnection(t.tenant);
  run(t.tenant.db, "UPDATE connection SET status = 'DISCONNECTED' WHERE id = ?", down);
  expect(await rowOf(t.tenant)).toMatchObject({ connectionsUp: 1, connectionsDown: 1 });
  const fresh = t.app.company();
  run(fresh.db, "UPDATE connection SET status = 'CONNECTED' WHERE id = ?", testConnection(fresh));
  expect(await rowOf(fresh)).toMatchObject({ connectionsUp: 1, connectionsDown: 0, measuredAt: null });
});

test("the cockpit's CSV file is in the language of the page, else of the company", async () => {
  const api = t.app.api(root);
  const head = async (query: string) => String((await api.get(`/cockpit/export${query}`)).body).split(";")[0];
  expect(await head("?language=en")).toEndWith("Company");
  expect(await head("?language=es")).toEndWith("Empresa");
  expect(await head("")).toEndWith("Empresa");
  expect((await api.get("/cockpit/export?language=fr")).status).toBe(400);
});
