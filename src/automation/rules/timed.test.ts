import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { addOpenTime, type Hours, openTimeBefore } from "#accounts/opening-hours/index.ts";
import { wrote } from "#inbox/messages/testing.ts";
import { one, run } from "#platform/db/database.ts";
import { talk } from "#test/helpers/talk.ts";
import { type RuleShop, ruleShop } from "./testing.ts";

const t = talk();
let shop: RuleShop;
beforeAll(() => t.start());
afterAll(() => t.stop());

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const WEEK = ["monday", "tuesday", "wednesday", "thursday", "friday"];
const urgent = [{ action: "priority", priority: 4 }];

/** Moves the clock to this weekday and hour in São Paulo (UTC-3). */
function goTo(weekday: number, hour: number): void {
  const now = new Date(t.app.clock.now());
  const days = (weekday - now.getUTCDay() + 7) % 7;
  const at = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, hour + 3);
  t.app.clock.advance(at > now.getTime() ? at - now.getTime() : at + 7 * 24 * HOUR_MS - now.getTime());
}
const wait = async (minutes: number) => {
  t.app.clock.advance(minutes * MINUTE_MS);
  await t.app.app.runJob("timed_rules");
};
/** The first ticket of the shop has no waiting customer. */
const settleFirst = () => run(t.tenant.db, "UPDATE ticket SET waiting_since = NULL");
const fired = (id: number) =>
  one<{ n: number }>(
    t.tenant.db,
    "SELECT count(*) AS n FROM rule_run WHERE rule_id = ? AND outcome = 'fired'",
    id,
  )?.n;
const outcomes = async (id: number) => (await shop.runs(id)).map(({ outcome }) => outcome);

describe("timed rules", () => {
  beforeEach(async () => {
    shop = await ruleShop(t);
    settleFirst();
  });

  test("a rule fires once when the customer has waited long enough, within a minute", async () => {
    const rule = await shop.rule({ event: "no_answer", settings: { minutes: 30 }, actions: urgent });
    t.receive(wrote(t.customer, "ainda aí?", t.app.clock.now()));
    await wait(29);
    expect(await outcomes(rule.id)).toEqual([]);
    await wait(1.5);
    expect(await outcomes(rule.id)).toEqual(["fired"]);
    expect(shop.ticket().priority).toBe(4);
    await wait(5);
    expect(await outcomes(rule.id)).toEqual(["fired"]);
  });

  test("a timed rule that is switched on does not fire for earlier due times", async () => {
    t.receive(wrote(t.customer, "ainda aí?", t.app.clock.now()));
    t.app.clock.advance(2 * HOUR_MS);
    const rule = await shop.rule({ event: "no_answer", settings: { minutes: 30 }, actions: urgent });
    await wait(10);
    expect(await outcomes(rule.id)).toEqual([]);
  });

  test("after downtime a timed rule fires for due times of the last 24 hours, and sends its text in the first hour only", async () => {
    const rule = await shop.rule({ event: "no_answer", settings: { minutes: 30 }, actions: urgent });
    const writing = await shop.rule({
      event: "no_answer",
      settings: { minutes: 30, anyTime: true, evenIfAttended: true },
      actions: [{ action: "reply", text: "Já vamos" }],
    });
    t.receive(wrote(t.customer, "ainda aí?", t.app.clock.now()));
    await wait(3 * 60);
    expect(await outcomes(rule.id)).toEqual(["fired"]);
    expect(await shop.runs(writing.id)).toMatchObject([{ outcome: "skipped", reason: "late" }]);
  });

  test("a silent customer is found by our last message", async () => {
    const rule = await shop.rule({ event: "customer_silent", settings: { minutes: 60 }, actions: urgent });
    await t.post({ body: "Posso ajudar?" });
    await wait(59);
    expect(await outcomes(rule.id)).toEqual([]);
    await wait(2);
    expect(await outcomes(rule.id)).toEqual(["fired"]);
  });

  test("a timed rule without minutes is rejected", async () => {
    const reply = await t.asAdmin.post("/rules", { name: "Regra", event: "no_answer", actions: urgent });
    expect(reply).toMatchObject({
      status: 400,
      body: { details: { fields: { "settings.minutes": "required" } } },
    });
  });
});

describe("minutes of opening time", () => {
  test("no answer for 30 minutes counts opening time over a weekend", async () => {
    goTo(5, 17);
    t.app.clock.advance(45 * MINUTE_MS);
    shop = await ruleShop(t);
    settleFirst();
    const admin = t.app.api(shop.admin);
    await admin.put("/settings/scheduleType", { value: "company" });
    await admin.put(`/companies/${t.tenant.id}/schedules`, {
      schedules: WEEK.map((weekdayEn) => ({ weekdayEn, startTime: "08:00", endTime: "18:00" })),
    });
    const rule = await shop.rule({
      event: "no_answer",
      settings: { minutes: 30, hours: "open" },
      actions: urgent,
    });
    t.receive(wrote(t.customer, "ainda aí?", t.app.clock.now()));
    // 17:45 on Friday: 15 minutes are left, and 15 more pass on Monday.
    await wait(60);
    expect(fired(rule.id)).toBe(0);
    await wait(38 * 60);
    expect(fired(rule.id)).toBe(0);
    goTo(1, 8);
    await wait(14);
    expect(fired(rule.id)).toBe(0);
    await wait(2);
    expect(fired(rule.id)).toBe(1);
  });

  test("openTimeBefore is the inverse of addOpenTime across nights and weekends", () => {
    const spans = WEEK.map((weekdayEn) => ({ weekday: "", weekdayEn, startTime: "08:00", endTime: "18:00" }));
    const hours = { spans, holidays: [], timeZone: "America/Sao_Paulo" } as unknown as Hours;
    const monday = Date.UTC(2026, 10, 23, 12);
    for (const minutes of [1, 30, 600, 601, 6000])
      for (const offset of [0, 5, 9, 14, 40, 100, 120]) {
        const until = monday + offset * HOUR_MS;
        const since = openTimeBefore(hours, until, minutes * MINUTE_MS) ?? 0;
        const end = addOpenTime(hours, since, minutes * MINUTE_MS) ?? 0;
        expect(end).toBeLessThanOrEqual(until);
        expect(addOpenTime(hours, since + 1000, minutes * MINUTE_MS) ?? 0).toBeGreaterThan(end);
      }
    expect(openTimeBefore({ ...hours, spans: [] }, monday, 1000)).toBe(monday - 1000);
    expect(openTimeBefore(null, monday, 1000)).toBe(monday - 1000);
  });
});
