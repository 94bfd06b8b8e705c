import { afterEach, describe, expect, test } from "bun:test";
import { lastRun } from "#operations/backups/index.ts";
import { MINUTE, type Office, office } from "#outreach/campaigns/testing.ts";
import { form } from "#outreach/contact-imports/testing.ts";
import { one, run } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { backgroundTasks, estimateRemaining } from "./list.ts";

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
const installed = async (): Promise<TestApp> => {
  const app = await startTestApp({ env: { RATE_LIMITS: "off" } });
  stops.push(() => app.stop());
  return app;
};
const selling = (): Office => {
  const o = office();
  stops.push(() => o.close());
  return o;
};

describe("background tasks of the notice bell", () => {
  test("a running contact import is shown with its counts, and its user and admins may cancel it", async () => {
    const app = await installed();
    const tenant = app.company();
    const rows = Array.from({ length: 1200 }, (_, n) => `Cliente ${n},${5_511_970_000_000 + n}`);
    const api = app.api(testUser(tenant));
    const csv = ["nome,numero", ...rows].join("\n");
    const { body } = await api.post<{ importId: number }>("/contacts/import", form(csv, "a.csv"));
    const works = (await api.get("/works")).body;
    expect(works).toMatchObject([
      { kind: "import", id: body.importId, name: "a.csv", done: 0, total: 1200, canCancel: true },
    ]);
    expect((await app.api(testUser(tenant)).get("/works")).body).toMatchObject([{ canCancel: false }]);
    expect((await app.api(testUser(app.company())).get("/works")).body).toEqual([]);
    expect((await api.delete(`/contacts/import/${body.importId}`)).status).toBe(200);
    expect((await api.get("/works")).body).toEqual([]);
  });

  test("a bulk run is shown to its user, who may cancel it", async () => {
    const app = await installed();
    const tenant = app.company();
    const admin = testUser(tenant, { profile: "admin" });
    run(
      tenant.db,
      "INSERT INTO bulk_run (id, user_id, request_id, actions, total, state, created_at) VALUES (9, ?, 'r', '[]', 3, 'running', 0)",
      admin.actor.id,
    );
    const api = app.api(admin);
    expect((await api.get("/works")).body).toMatchObject([
      { kind: "bulk", id: 9, name: "", done: 3, total: 3, canCancel: true },
    ]);
    expect((await app.api(testUser(tenant, { profile: "admin" })).get("/works")).body).toEqual([]);
    expect((await api.post("/tickets/bulk/9/cancel")).status).toBe(200);
    expect((await api.get("/works")).body).toEqual([]);
  });

  test("a running campaign is shown to admins with its remaining time, and its end gives a notice", async () => {
    const o = selling();
    const id = o.campaign(10);
    await o.pass(MINUTE);
    const [work] = backgroundTasks(o.admin);
    expect(work).toMatchObject({ kind: "campaign", id, total: 10, isPaused: false, canCancel: true });
    expect(work?.done).toBeGreaterThan(1);
    // 20 s between two messages (docs/rules/campaigns.md#pacing), whatever time the first ones took.
    const waiting = 10 - (work?.done ?? 0);
    expect(work?.secondsLeft).toBe(waiting * 20);
    expect(backgroundTasks(testUser(o.tenant))).toEqual([]);
    await o.finish(id);
    expect(backgroundTasks(o.admin)).toEqual([]);
    expect(one(o.tenant.db, "SELECT code FROM notice WHERE code = 'campaign_done'")).toBeDefined();
  });

  test("a paused campaign is shown as paused, without a time", async () => {
    const o = selling();
    const id = o.campaign(10);
    await o.pass(MINUTE);
    run(o.tenant.db, "UPDATE campaign SET paused_at = ?, pause_reason = 'manual' WHERE id = ?", 1, id);
    expect(backgroundTasks(o.admin)).toMatchObject([{ isPaused: true, secondsLeft: null }]);
  });

  test("a running backup is shown to super users, who can cancel it; the next night starts another", async () => {
    const app = await installed();
    const provider = testUser(app.company("Provedor"), { profile: "admin" });
    run(provider.tenant.db, "UPDATE user SET super = 1 WHERE id = ?", provider.actor.id);
    const api = app.api(provider);
    await api.post("/backups");
    expect((await api.get("/works")).body).toMatchObject([{ kind: "backup", canCancel: true }]);
    expect((await app.api(testUser(app.company(), { profile: "admin" })).get("/works")).body).toEqual([]);
    expect((await api.delete("/backups")).body).toMatchObject({ state: "cancelled" });
    await eventually(
      async () => (await api.get("/works")).body[0] === undefined || undefined,
      "it has ended",
    );
    expect((await api.get("/backups")).body).toMatchObject({ state: "cancelled", error: null });
    await app.app.runJob("backup");
    expect((await api.get("/backups")).body.state).toBe("cancelled");
    app.clock.advance(86_400_000);
    await app.app.runJob("backup");
    expect(lastRun(app.installation.system)).toMatchObject({ state: "done", companies: 2 });
  });

  test("a finished background task gives a notice to the user who started it", async () => {
    const app = await installed();
    const provider = testUser(app.company("Provedor"), { profile: "admin" });
    run(provider.tenant.db, "UPDATE user SET super = 1 WHERE id = ?", provider.actor.id);
    const api = app.api(provider);
    const socket = await app.socket(provider);
    await api.post("/backups");
    expect(await socket.event("notice", "create")).toMatchObject({ code: "backup_done" });
  });
});

test("the remaining time of a task is extrapolated from its progress, and is null at the start", () => {
  const at = 1_000_000;
  expect(estimateRemaining(0, 100, at, at + 60_000)).toBeNull();
  expect(estimateRemaining(50, 100, null, at)).toBeNull();
  expect(estimateRemaining(50, 100, at, at + 1000)).toBeNull();
  expect(estimateRemaining(1, 1000, at, at + 60_000)).toBeNull();
  expect(estimateRemaining(25, 100, at, at + 10_000)).toBe(30);
  expect(estimateRemaining(100, 100, at, at + 10_000)).toBeNull();
});
