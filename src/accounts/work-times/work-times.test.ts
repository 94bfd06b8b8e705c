import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { all, run } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testQueue, testUser } from "#test/helpers/installation.ts";
import type { TestSocket } from "#test/helpers/socket.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let app: TestApp;
let tenant: Tenant;
let boss: UserCtx;
let ana: UserCtx;
let queueId: number;
beforeEach(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
  tenant = app.company();
  queueId = testQueue(tenant, "Vendas");
  boss = testUser(tenant, { name: "Dona", profile: "admin" });
  ana = testUser(tenant, { name: "Ana", queueIds: [queueId] });
  writeSetting(tenant, "trackWorkTime", "enabled");
});
afterEach(() => app.stop());

/** Lets time pass with the job of each minute. */
async function pass(minutes: number): Promise<void> {
  for (let n = 0; n < minutes; n += 1) {
    app.clock.advance(MINUTE);
    await app.app.runJob("work_times");
    await app.app.runJob("presence");
  }
}
async function leave(socket: TestSocket): Promise<void> {
  socket.close();
  await socket.closed;
}
const spans = (user: UserCtx = ana) =>
  all<{ kind: string; reason: string | null; minutes: number }>(
    tenant.db,
    `SELECT kind, r.name AS reason, (coalesce(ended_at, seen_at) - started_at) / 60000.0 AS minutes FROM presence_span s
     LEFT JOIN pause_reason r ON r.id = s.reason_id WHERE user_id = ? ORDER BY started_at, s.id`,
    user.actor.id,
  );
const reasonNamed = async (name: string): Promise<number> =>
  (await app.api(boss).post("/pause-reasons", { name })).body.id;
const report = async (by: UserCtx, query = "days=2") =>
  (await app.api(by).get(`/reports/work?${query}`)).body;

describe("working times", () => {
  test("a working day is stored as spans: online, paused with its reason, online, until the page closes", async () => {
    const lunch = await reasonNamed("Almoço");
    const socket = await app.socket(ana);
    await pass(90);
    await app.api(ana).put("/users/me/away", { away: true, reasonId: lunch });
    await pass(30);
    await app.api(ana).put("/users/me/away", { away: false });
    await pass(60);
    app.clock.advance(MINUTE / 2);
    await leave(socket);
    await pass(5);
    expect(spans()).toEqual([
      { kind: "online", reason: null, minutes: 90 },
      { kind: "paused", reason: "Almoço", minutes: 30 },
      { kind: "online", reason: null, minutes: 60.5 },
    ]);
    const { people, reasons, isRecorded } = await report(ana);
    expect(isRecorded).toBe(true);
    expect(reasons).toEqual([{ id: lunch, name: "Almoço" }]);
    expect(people).toEqual([
      {
        user: { id: ana.actor.id, name: "Ana" },
        onlineMs: 150.5 * MINUTE,
        pausedMs: 30 * MINUTE,
        pauses: [{ reasonId: lunch, ms: 30 * MINUTE }],
        servingMs: 0,
        attendances: 0,
      },
    ]);
  });

  test("without the setting no spans are recorded, and switching it off ends open spans", async () => {
    const socket = await app.socket(ana);
    await pass(10);
    writeSetting(tenant, "trackWorkTime", "disabled");
    await pass(10);
    writeSetting(tenant, "trackWorkTime", "enabled");
    await pass(5);
    await leave(socket);
    expect(spans()).toMatchObject([{ minutes: 10 }, { minutes: 5 }]);
  });

  test("a crash adds no working time: a span ends with its last sign of life", async () => {
    await app.socket(ana);
    await pass(60);
    const { directory, clock } = app;
    await app.stop({ directory: true });
    clock.advance(8 * HOUR);
    app = await startTestApp({ env: { RATE_LIMITS: "off" }, directory, clock });
    tenant = app.installation.tenants.open(tenant.id);
    [boss, ana] = [
      { ...boss, tenant },
      { ...ana, tenant },
    ];
    expect((await report(boss)).people[0]).toMatchObject({ onlineMs: 60 * MINUTE });
    await app.socket(ana);
    await pass(10);
    expect(spans()).toMatchObject([
      { kind: "online", minutes: 60 },
      { kind: "online", minutes: 10 },
    ]);
  });

  test("the minutes in which the server stood still count as no working time", async () => {
    await app.socket(ana);
    await pass(60);
    app.clock.advance(3 * HOUR);
    await pass(10);
    // The first job run after the gap begins the new span.
    expect(spans()).toMatchObject([{ minutes: 60 }, { minutes: 9 }]);
  });

  test("time with an open ticket that is awake counts as serving", async () => {
    await app.socket(ana);
    await pass(10);
    run(
      tenant.db,
      `INSERT INTO ticket_count (status, queue_id, holder_id, tickets, unread, asleep) VALUES ('open', ?, ?, 1, 0, 0)`,
      queueId,
      ana.actor.id,
    );
    await pass(21);
    run(tenant.db, "UPDATE ticket_count SET asleep = 1");
    await pass(10);
    const [row] = (await report(ana)).people;
    expect(row).toMatchObject({ onlineMs: 41 * MINUTE, servingMs: 21 * MINUTE });
  });

  test("the days of a person end at midnight of the company's time zone", async () => {
    writeSetting(tenant, "timeZone", "UTC");
    const midnight = Math.ceil(app.clock.now() / (24 * HOUR)) * 24 * HOUR;
    app.clock.advance(midnight - app.clock.now() - 30 * MINUTE);
    await app.socket(ana);
    await pass(45);
    const { days } = await report(ana, `days=2&userId=${ana.actor.id}`);
    expect(days.map(({ onlineMs }: { onlineMs: number }) => onlineMs / MINUTE)).toEqual([15, 30]);
  });

  test("working times are deleted after 24 months, and with the person", async () => {
    await app.socket(ana);
    await pass(10);
    const other = testUser(tenant, { name: "Bia" });
    run(
      tenant.db,
      "INSERT INTO presence_span (user_id, kind, started_at, ended_at, seen_at) VALUES (?, 'online', ?, 2, 2)",
      other.actor.id,
      app.clock.now() - 740 * 24 * HOUR,
    );
    await app.app.runJob("work_time_retention");
    app.clock.advance(732 * 24 * HOUR);
    await app.app.runJob("work_time_retention");
    expect(spans(other)).toEqual([]);
    await app.api(boss).delete(`/users/${ana.actor.id}`);
    expect(spans()).toEqual([]);
  });
});

describe("who reads working times", () => {
  test("admins read the working times of everyone, supervisors of people in their queues, others only their own", async () => {
    const head = testUser(tenant, { name: "Bia", profile: "supervisor", queueIds: [queueId] });
    testUser(tenant, { name: "Caio" });
    const names = async (by: UserCtx) =>
      (await report(by)).people.map(({ user }: { user: { name: string } }) => user.name);
    expect(await names(boss)).toEqual(["Ana", "Bia", "Caio", "Dona"]);
    expect(await names(head)).toEqual(["Ana", "Bia"]);
    expect(await names(ana)).toEqual(["Ana"]);
    expect((await app.api(ana).get(`/reports/work?days=2&userId=${head.actor.id}`)).status).toBe(404);
  });
});

describe("pauses", () => {
  test("a pause needs a reason when the setting requires one, and the reason must be offered", async () => {
    const lunch = await reasonNamed("Almoço");
    const put = (body: object) => app.api(ana).put("/users/me/away", body);
    expect((await put({ away: true })).status).toBe(200);
    await put({ away: false });
    writeSetting(tenant, "pauseReasonRequired", "enabled");
    expect(await put({ away: true })).toMatchObject({
      status: 400,
      body: { error: "ERR_VALIDATION", details: { fields: { reasonId: "required" } } },
    });
    await app.api(boss).put(`/pause-reasons/${lunch}`, { active: false });
    expect((await put({ away: true, reasonId: lunch })).status).toBe(400);
    // Without an offered reason none can be required.
    expect((await put({ away: true })).status).toBe(200);
    expect((await put({ away: false })).body).toMatchObject({ away: false, pauseReason: null });
  });

  test("colleagues see the reason of a pause at once", async () => {
    const lunch = await reasonNamed("Almoço");
    const watching = await app.socket(boss);
    await watching.event("user", "update");
    await app.api(ana).put("/users/me/away", { away: true, reasonId: lunch });
    expect((await watching.event("user", "update")).user).toMatchObject({
      id: ana.actor.id,
      away: true,
      pauseReason: { id: lunch, name: "Almoço" },
    });
    await app.api(boss).delete(`/pause-reasons/${lunch}`);
    expect((await watching.event("user", "update")).user).toMatchObject({ away: true, pauseReason: null });
  });

  test("while working times are not recorded, a pause is stored without a reason", async () => {
    const lunch = await reasonNamed("Almoço");
    writeSetting(tenant, "trackWorkTime", "disabled");
    writeSetting(tenant, "pauseReasonRequired", "enabled");
    const { status, body } = await app.api(ana).put("/users/me/away", { away: true, reasonId: lunch });
    expect([status, body.away, body.pauseReason]).toEqual([200, true, null]);
  });

  test("admins and supervisors of the queue set the pause of a colleague, others do not", async () => {
    const head = testUser(tenant, { name: "Bia", profile: "supervisor", queueIds: [queueId] });
    const stranger = testUser(tenant, { name: "Caio", profile: "supervisor", queueIds: [testQueue(tenant)] });
    const path = `/users/${ana.actor.id}/away`;
    expect((await app.api(head).put(path, { away: true })).body).toMatchObject({
      id: ana.actor.id,
      away: true,
    });
    expect((await app.api(boss).put(path, { away: false })).body).toMatchObject({ away: false });
    for (const by of [stranger, testUser(tenant, { name: "Davi", queueIds: [queueId] })])
      expect((await app.api(by).put(path, { away: true })).status).toBe(403);
    expect((await app.api(boss).put("/users/9999/away", { away: true })).status).toBe(404);
  });

  test("admins manage the pause reasons, which have unique names and number at most 20", async () => {
    await reasonNamed("Almoço");
    expect(await app.api(boss).post("/pause-reasons", { name: "almoço" })).toMatchObject({
      status: 409,
      body: { error: "ERR_NAME_IN_USE" },
    });
    expect((await app.api(ana).post("/pause-reasons", { name: "Café" })).status).toBe(403);
    for (let n = 2; n <= 20; n += 1) await reasonNamed(`Motivo ${n}`);
    expect(await app.api(boss).post("/pause-reasons", { name: "Mais um" })).toMatchObject({
      status: 409,
      body: { error: "ERR_LIMIT_REACHED", details: { limit: 20 } },
    });
    const { reasons } = (await app.api(ana).get("/pause-reasons")).body;
    expect(reasons).toHaveLength(20);
  });
});
