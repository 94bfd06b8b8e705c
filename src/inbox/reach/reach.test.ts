import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { liftRestriction, openRestriction } from "#channels/connections/index.ts";
import { all, run } from "#platform/db/database.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testUser } from "#test/helpers/installation.ts";
import { type HealthFigures, scoreHealth } from "./health.ts";
import { comingLimits, ownLimitOn } from "./policy.ts";

const healthy: HealthFigures = {
  ...{ isRestricted: false, wasRestricted: false, quotaStatus: [], contacts: 100, silent: 0, optOuts: 0 },
  ...{ failed: 0, sameText: 0, checked: 100, missing: 0, isLinkedLately: false },
};

describe("the score of a number", () => {
  test("a healthy number has 100, and each reason lowers the score by its weight", () => {
    const lost = (figures: Partial<HealthFigures>) => 100 - scoreHealth({ ...healthy, ...figures }).score;
    expect(lost({})).toBe(0);
    expect(lost({ isRestricted: true, wasRestricted: true })).toBe(60);
    expect(lost({ wasRestricted: true })).toBe(25);
    expect(lost({ quotaStatus: ["NONE", "FIRST_WARNING"] })).toBe(15);
    expect(lost({ quotaStatus: ["FIRST_WARNING", "SECOND_WARNING"] })).toBe(30);
    expect([lost({ silent: 70 }), lost({ silent: 71 })]).toEqual([0, 20]);
    expect([lost({ sameText: 20 }), lost({ sameText: 21 })]).toEqual([0, 15]);
    expect([lost({ missing: 2 }), lost({ missing: 3 })]).toEqual([0, 20]);
    expect([lost({ optOuts: 2 }), lost({ optOuts: 3 })]).toEqual([0, 20]);
    expect([lost({ failed: 9 }), lost({ failed: 10 })]).toEqual([0, 15]);
    expect(lost({ isLinkedLately: true })).toBe(10);
  });

  test("shares of fewer than 20 contacts do not count, and the score is never below 0", () => {
    expect(scoreHealth({ ...healthy, contacts: 19, silent: 19 }).score).toBe(100);
    const worst = { isRestricted: true, quotaStatus: ["CAPPED"], silent: 100, missing: 100, optOuts: 100 };
    expect(scoreHealth({ ...healthy, ...worst }).score).toBe(0);
  });
});

test("a new number begins with 5 new chats and grows by half each day up to the limit", () => {
  const day = 86_400_000;
  const linkedAt = Date.UTC(2026, 0, 10, 15);
  const on = (days: number, newChatsPerDay = 30) =>
    ownLimitOn({ newChatsPerDay, newNumber: true, linkedAt }, "America/Sao_Paulo", linkedAt + days * day);
  expect([0, 1, 2, 3, 4, 5, 90].map((days) => on(days))).toEqual([5, 7, 11, 16, 25, 30, 30]);
  expect(on(0, 0)).toBe(5);
  const coming = (newNumber: boolean, newChatsPerDay: number) =>
    comingLimits({ newChatsPerDay, newNumber, linkedAt }, "America/Sao_Paulo", linkedAt);
  expect(coming(true, 30)).toEqual([7, 11, 16, 25, 30]);
  expect([coming(false, 30), coming(false, 0)]).toEqual([[30], []]);
  expect(coming(true, 0).slice(0, 3)).toEqual([7, 11, 16]);
  expect(ownLimitOn({ newChatsPerDay: 0, newNumber: false, linkedAt }, "UTC", linkedAt)).toBeNull();
});

describe("the reach of a number", () => {
  let app: TestApp;
  let tenant: Tenant;
  let admin: UserCtx;
  let id: number;
  beforeEach(async () => {
    app = await startTestApp();
    tenant = app.company();
    admin = testUser(tenant, { profile: "admin" });
    id = testConnection(tenant, { name: "Vendas" });
    run(tenant.db, "UPDATE connection SET linked_at = 1");
  });
  afterEach(() => app.stop());
  const lock = (endsAt: number | null) =>
    tenant.write((unit) => openRestriction(unit, { connectionId: id, kind: "reachout_lock", endsAt }));

  test("admins see budget and score; attendants see only the restrictions and their end", async () => {
    lock(app.clock.now() + 3_600_000);
    const full = await app.api(admin).get(`/whatsapp/${id}/reach`);
    expect(full.body).toMatchObject({
      restrictions: [{ kind: "reachout_lock", effect: "new_chats" }],
      ...{ holdsNewChats: true, left: 0, held: 0, own: { limit: 30, used: 0 } },
      health: { score: 40, reasons: [{ code: "restricted", weight: 60 }] },
    });
    expect(full.body.health.reasons[0].advice).toBe(
      "Responda a quem já escreveu e espere o fim da restrição. Insistir costuma aumentá-la.",
    );
    const { body } = await app.api(testUser(tenant)).get(`/whatsapp/${id}/reach`);
    expect(Object.keys(body).toSorted()).toEqual(["holdsNewChats", "restrictions"]);
    expect(body.restrictions[0]).not.toHaveProperty("raw");
    expect((await app.api(testUser(tenant)).post(`/whatsapp/${id}/reach/check`, {})).status).toBe(403);
    expect((await app.api(admin).post(`/whatsapp/${id}/reach/check`, {})).status).toBe(200);
    expect((await app.api(admin).get("/whatsapp/999/reach")).body).toEqual({ error: "ERR_NO_WAPP_FOUND" });
  });

  test("answers about connections contain the score only for admins and only for WhatsApp numbers", async () => {
    const score = async (who: UserCtx) => (await app.api(who).get(`/whatsapp/${id}`)).body.score;
    expect([await score(admin), await score(testUser(tenant))]).toEqual([100, undefined]);
    const socket = await app.socket(admin);
    lock(null);
    expect(await socket.event("whatsapp", "update")).toMatchObject({ whatsapp: { id, score: 40 } });
    const listed = (await app.api(admin).get("/whatsapp")).body as { score?: number }[];
    expect(listed.map((row) => row.score)).toEqual([40]);
    run(tenant.db, "UPDATE connection SET channel = 'facebook'");
    expect(await score(admin)).toBeUndefined();
  });

  test("the number of new chats left is the smaller of the network's quota and the company's limit", async () => {
    const left = async () => (await app.api(admin).get(`/whatsapp/${id}/reach`)).body.left;
    expect(await left()).toBe(30);
    await app.api(admin).put(`/whatsapp/${id}`, { newChatsPerDay: 0 });
    expect(await left()).toBeNull();
    run(
      tenant.db,
      "INSERT INTO new_chat_quota (connection_id, type, status, total, used, told_at) VALUES (?, 'A', 'NONE', 10, 4, 0)",
      id,
    );
    expect(await left()).toBe(6);
    await app.api(admin).put(`/whatsapp/${id}`, { newChatsPerDay: 5 });
    expect(await left()).toBe(5);
    expect((await app.api(admin).put(`/whatsapp/${id}`, { newChatsPerDay: 1001 })).status).toBe(400);
  });

  test("admins are notified when the network confirms a restriction and when it ends", async () => {
    const socket = await app.socket(admin);
    const suspected = { connectionId: id, kind: "reachout_lock", endsAt: null, isSuspected: true } as const;
    tenant.write((unit) => openRestriction(unit, suspected));
    tenant.write((unit) => liftRestriction(unit, id, "reachout_lock"));
    lock(null);
    tenant.write((unit) => liftRestriction(unit, id, "reachout_lock"));
    await app.settled(admin, socket);
    const codes = all<{ code: string }>(tenant.db, "SELECT code FROM notice ORDER BY id");
    expect(codes.map(({ code }) => code)).toEqual(["number_restricted", "number_free"]);
  });
});
