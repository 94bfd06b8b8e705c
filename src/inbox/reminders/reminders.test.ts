import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { removeTicket, storedTicket } from "#inbox/tickets/index.ts";
import { all, run } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testQueue, testUser } from "#test/helpers/installation.ts";
import { REMINDERS_DUE } from "./due.ts";
import { changeReminder, createReminder, deleteReminder, listReminders } from "./reminders.ts";

const HOUR_MS = 3_600_000;
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

let tenant: Tenant;
let ana: UserCtx;
let bia: UserCtx;
let ticketId: number;
let made = 0;
beforeEach(() => {
  tenant = app.company();
  const queueId = testQueue(tenant, "Vendas");
  ana = testUser(tenant, { name: "Ana", queueIds: [queueId] });
  bia = testUser(tenant, { name: "Bia", profile: "admin" });
  made += 1;
  ticketId = run(
    tenant.db,
    `INSERT INTO ticket (uuid, status, contact_id, connection_id, queue_id, user_id, protocol, created_at, updated_at)
     VALUES (?, 'open', ?, ?, ?, ?, ?, 0, 0)`,
    `r${made}`,
    testContact(tenant, { name: "Marina" }),
    testConnection(tenant),
    queueId,
    ana.actor.id,
    `pr${made}`,
  ).id;
});

const inMs = (ms: number) => new Date(app.clock.now() + ms).toISOString();
const remind = (body: object, by = ana) =>
  app.api(by).post("/reminders", { at: inMs(HOUR_MS), note: "ligar", ...body });
const open = async (by = ana) => (await app.api(by).get("/reminders")).body.reminders;
const bell = async (by = ana) => (await app.api(by).get("/notifications")).body.notifications;
const later = async (ms: number) => {
  app.clock.advance(ms);
  await app.app.runJob(REMINDERS_DUE);
};

describe("a reminder", () => {
  test("a reminder notifies only its user, once, at its time, and does not change the ticket", async () => {
    const before = storedTicket(tenant.db, ticketId);
    expect(await remind({ ticketId })).toMatchObject({
      status: 200,
      body: { note: "ligar", doneAt: null, ticket: { contactName: "Marina" } },
    });
    expect([(await open()).length, (await open(bia)).length]).toEqual([1, 0]);
    await later(HOUR_MS - 1);
    expect(await bell()).toEqual([]);
    await later(1);
    await later(HOUR_MS);
    expect(await bell()).toMatchObject([
      { kind: "reminder_due", note: "ligar", ticket: { name: "Marina" }, readAt: null },
    ]);
    expect([await open(), await bell(bia)]).toEqual([[], []]);
    expect(storedTicket(tenant.db, ticketId)).toEqual(before);
  });

  test("each reminder missed during downtime is notified once", async () => {
    for (let n = 0; n < 60; n++) await remind({ note: `n${n}`, at: inMs(HOUR_MS + n) });
    await later(48 * HOUR_MS);
    const rows = all<{ n: number }>(
      tenant.db,
      "SELECT count(DISTINCT subject_id) AS n FROM notification WHERE kind = 'reminder_due' AND user_id = ?",
      ana.actor.id,
    );
    expect(rows).toEqual([{ n: 60 }]);
  });

  test("a user who may no longer see the ticket is reminded of the note without the ticket", async () => {
    await remind({ ticketId });
    run(
      tenant.db,
      "UPDATE ticket SET queue_id = ?, user_id = ? WHERE id = ?",
      testQueue(tenant, "RH"),
      bia.actor.id,
      ticketId,
    );
    expect(await open()).toMatchObject([{ note: "ligar", ticket: null }]);
    await later(HOUR_MS);
    expect(await bell()).toMatchObject([{ note: "ligar", ticket: null }]);
  });

  test("the events of a reminder reach its user only", async () => {
    const [own, other] = [await app.socket(ana), await app.socket(bia)];
    const { body } = await remind({ ticketId });
    expect(await own.event("reminder", "create")).toMatchObject({ reminder: { id: body.id } });
    await app.api(ana).put(`/reminders/${body.id}`, { done: true });
    expect(await own.event("reminder", "update")).toMatchObject({ reminder: { id: body.id } });
    await app.api(ana).delete(`/reminders/${body.id}`);
    expect(await own.event("reminder", "delete")).toMatchObject({ id: body.id });
    await app.settled(bia, other);
    expect(other.events("reminder")).toEqual([]);
  });

  test("a reminder marked as done does not notify, and a new time opens it again", async () => {
    const { body } = await remind({});
    await app.api(ana).put(`/reminders/${body.id}`, { done: true });
    await later(HOUR_MS);
    expect([await open(), await bell()]).toEqual([[], []]);
    await app.api(ana).put(`/reminders/${body.id}`, { at: inMs(HOUR_MS) });
    expect(await open()).toMatchObject([{ id: body.id, doneAt: null }]);
    await later(HOUR_MS);
    expect(await bell()).toHaveLength(1);
  });

  test("a reminder is deleted with its ticket, and its user's pages get the deletion", async () => {
    const { body } = await remind({ ticketId });
    const page = await app.socket(ana);
    tenant.write((unit) => removeTicket(unit, storedTicket(unit.db, ticketId)));
    expect(await open()).toEqual([]);
    expect(await page.event("reminder", "delete")).toMatchObject({ id: body.id });
    page.close();
  });
});

describe("a refused reminder", () => {
  test("a time in the past or more than a year ahead, and a reminder without ticket and note, are rejected with 400", async () => {
    for (const body of [{ at: inMs(0) }, { at: inMs(366 * 24 * HOUR_MS) }, { at: "amanhã" }, { note: " " }])
      expect(await remind(body)).toMatchObject({ status: 400, body: { error: "ERR_VALIDATION" } });
  });

  test("a user gets 404 for reminders of others, and for a reminder about a ticket they may not see", async () => {
    const { body } = await remind({});
    expect((await app.api(bia).put(`/reminders/${body.id}`, { done: true })).status).toBe(404);
    expect((await app.api(bia).delete(`/reminders/${body.id}`)).status).toBe(404);
    const stranger = testUser(tenant, { name: "Caio" });
    expect(await remind({ ticketId }, stranger)).toMatchObject({ body: { error: "ERR_NO_TICKET_FOUND" } });
  });

  test("a support session has no reminders: its calls are refused with 403", () => {
    const support: UserCtx = { tenant, actor: { ...bia.actor, supportUntil: app.clock.now() + 1000 } };
    for (const call of [
      () => listReminders(support),
      () => createReminder(support, { ticketId: null, at: inMs(HOUR_MS), note: "x" }),
      () => changeReminder(support, 1, { done: true }),
      () => deleteReminder(support, 1),
    ])
      expect(call).toThrow("ERR_NO_PERMISSION");
  });

  test("the 101st open reminder of a user is rejected with 409", async () => {
    for (let n = 0; n < 100; n++)
      run(
        tenant.db,
        "INSERT INTO reminder (user_id, at, note) VALUES (?, ?, 'x')",
        ana.actor.id,
        app.clock.now() + HOUR_MS,
      );
    expect(await remind({})).toMatchObject({
      status: 409,
      body: { error: "ERR_LIMIT_REACHED", details: { resource: "reminders", limit: 100 } },
    });
  });
});
