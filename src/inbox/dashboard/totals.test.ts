import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { all, one, run } from "#platform/db/database.ts";
import { transactionCount } from "#platform/db/unit.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { checkMetrics, planChecks, rebuildMetrics } from "./check.ts";
import { foldAllChanges } from "./fold.ts";
import { spanOf } from "./period.ts";
import { readDashboard } from "./read.ts";
import { finishedByUser } from "./sums.ts";
import { type BusyDesk, busyDesk, history } from "./testing/history.ts";
import { recount, type Wanted } from "./testing.ts";

const ZONES = ["America/Sao_Paulo", "Asia/Kolkata", "Asia/Kathmandu", "America/New_York"] as const;
const MINUTE = 60_000;
const FOUR_WEEKS_MS = 28 * 24 * 60 * MINUTE;

let desk: BusyDesk["desk"];
let ana: UserCtx;
let chief: UserCtx;
let steps: BusyDesk["steps"];
beforeAll(() => {
  ({ desk, ana, chief, steps } = busyDesk());
  planChecks(desk.app.installation);
});
afterAll(() => desk.close());
beforeEach(() => {
  run(desk.tenant.db, "DELETE FROM ticket");
});

const FILTERS: readonly (Wanted & { readonly query: object })[] = [
  { query: {} },
  { query: { queueIds: [1] }, queues: [1] },
  { query: { queueIds: [null, 2] }, queues: [null, 2] },
  { query: { whatsappIds: [2] }, connections: [2] },
  { query: { tagIds: [1] }, tags: [1] },
  { query: { tagIds: [1, 2], queueIds: [2] }, tags: [1, 2], queues: [2] },
];

function agrees(zone: string, days: number): void {
  desk.set("timeZone", zone);
  desk.set("ratingKind", (["three", "five", "nps"] as const)[days % 3] ?? "three");
  // Updating the totals at every hundredth change switched syncs on again.
  desk.tenant.db.$client.pragma("synchronous = OFF");
  foldAllChanges(desk.tenant);
  for (const { query, ...wanted } of FILTERS) {
    const shown = readDashboard(chief, { ...query, days: String(days) });
    const counted = recount(desk.tenant, zone, shown.period, wanted);
    expect(shown.counters).toEqual(counted.counters);
    expect(shown.hours).toEqual(counted.hours);
    const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
    expect(shown.attendants.map(({ online: _, ...rest }) => rest).sort(byId)).toEqual(
      counted.attendants.sort(byId),
    );
    const {
      supportPending: _,
      supportHappening: __,
      ...before
    } = recount(desk.tenant, zone, shown.previousPeriod, wanted).counters;
    expect(shown.previous).toEqual(before);
    if (Object.keys(query).length > 0) continue;
    const ids = shown.attendants.map(({ id }) => id);
    const finished = finishedByUser(desk.tenant.db, spanOf(shown.period, zone), ids);
    expect([...finished]).toEqual(shown.attendants.map(({ id, tickets }) => [id, tickets]));
  }
}

test("the totals are updated after every hundred ticket changes", () => {
  const { db } = desk.tenant;
  foldAllChanges(desk.tenant);
  const noted = () => one<{ n: number }>(db, "SELECT count(*) AS n FROM metric_change")?.n ?? 0;
  let most = 0;
  for (let n = 0; n < 250; n += 1) {
    desk.writes(desk.contact());
    most = Math.max(most, noted());
  }
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(100);
});

test("an attendance has one row of pending changes, however often it changes before the totals are updated", () => {
  foldAllChanges(desk.tenant);
  const { id } = desk.attended(ana, desk.sales);
  foldAllChanges(desk.tenant);
  for (let n = 0; n < 4; n += 1) {
    desk.put(chief, id, { status: "pending", userId: null });
    desk.put(ana, id, { status: "open", userId: ana.actor.id });
  }
  expect(all(desk.tenant.db, "SELECT counted FROM metric_change")).toEqual([{ counted: 1 }]);
});

describe("the totals of the dashboard", () => {
  test("the totals equal a count of the rows after any history, in any time zone, with any filter", () => {
    fc.assert(
      fc.property(history, fc.constantFrom(...ZONES), fc.integer({ min: 1, max: 9 }), (list, zone, days) => {
        for (const [name, pick] of list) steps[name](pick);
        agrees(zone, days);
      }),
      { numRuns: Number(process.env["FUZZ_RUNS"] ?? 60) },
    );
  });

  test("totals read from four-week sums equal a count of the rows over years of tickets", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(history, fc.integer({ min: 1, max: 200 })), { minLength: 2, maxLength: 5 }),
        fc.constantFrom(...ZONES),
        fc.integer({ min: 27, max: 366 }),
        (parts, zone, days) => {
          for (const [list, pause] of parts) {
            for (const [name, pick] of list) steps[name](pick);
            desk.app.clock.advance(pause * 24 * 60 * MINUTE);
          }
          agrees(zone, days);
        },
      ),
      { numRuns: Number(process.env["FUZZ_RUNS"] ?? 15) },
    );
  });

  test("totals that differ from the rows are rebuilt at night", async () => {
    const { db } = desk.tenant;
    desk.writes(desk.contact());
    foldAllChanges(desk.tenant);
    run(db, "UPDATE hourly_metric SET attendances = attendances + 5");
    desk.app.clock.advance(24 * 60 * MINUTE);
    await checkMetrics.run(desk.app.installation);
    agrees(ZONES[0], 3);
  });

  test("many pending changes are added in several transactions before the nightly check", async () => {
    const { id } = desk.attended(ana, desk.sales);
    run(
      desk.tenant.db,
      `INSERT INTO ticket_period (ticket_id, connection_id, created_at, started_at, finished_at)
       SELECT p.ticket_id, p.connection_id, p.created_at, p.created_at, p.created_at
       FROM ticket_period p, json_each(?) WHERE p.ticket_id = ?`,
      JSON.stringify(Array(900).fill(0)),
      id,
    );
    desk.app.clock.advance(24 * 60 * MINUTE);
    const before = transactionCount(desk.tenant.db);
    await checkMetrics.run(desk.app.installation);
    // Each transaction handles at most 100 attendances; the check is one more.
    expect(transactionCount(desk.tenant.db) - before).toBeGreaterThanOrEqual(10);
    agrees(ZONES[0], 3);
  });

  test("after downtime the totals of every day since the last check are rebuilt", () => {
    const { db } = desk.tenant;
    rebuildMetrics(desk.tenant);
    desk.writes(desk.contact());
    run(db, "DELETE FROM hourly_metric");
    // Days before the last check are not checked again.
    const now = desk.app.clock.now();
    run(db, "UPDATE four_week_metric SET finished = 7 WHERE span_at = ?", now - (now % FOUR_WEEKS_MS));
    desk.app.clock.advance(20 * 24 * 60 * MINUTE);
    rebuildMetrics(desk.tenant);
    agrees(ZONES[0], 30);
    agrees(ZONES[0], 58);
  });

  test("the totals by hour, by day and by four weeks are equal", () => {
    const { db } = desk.tenant;
    for (let n = 0; n < 3; n += 1) {
      const { id } = desk.attended(ana, desk.sales);
      desk.answers(id, { userId: ana.actor.id });
      desk.app.clock.advance(7 * MINUTE);
      desk.put(ana, id, { status: "closed" });
    }
    foldAllChanges(desk.tenant);
    const sums = (table: string) =>
      one(db, `SELECT sum(finished) AS finished, sum(support_ms) AS support FROM ${table}`);
    expect(sums("hourly_metric")).toMatchObject({ finished: 3 });
    expect(sums("daily_metric")).toEqual(sums("hourly_metric"));
    expect(sums("four_week_metric")).toEqual(sums("hourly_metric"));
  });
});
