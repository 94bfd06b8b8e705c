import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createClosedTicket, createTicket } from "#inbox/tickets/creation/create.ts";
import { type Desk, openDesk } from "#inbox/tickets/testing.ts";
import { deleteTicket } from "#inbox/tickets/transitions/delete.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { testConnection } from "#test/helpers/installation.ts";
import { checkMetrics, planChecks, rebuildMetrics } from "./check.ts";
import { foldAllChanges } from "./fold.ts";
import { readDashboard } from "./read.ts";
import { recount, type Wanted } from "./testing.ts";

const ZONES = ["America/Sao_Paulo", "Asia/Kolkata", "Asia/Kathmandu", "America/New_York"] as const;
const MINUTE = 60_000;
const FOUR_WEEKS_MS = 28 * 24 * 60 * MINUTE;

let desk: Desk;
let ana: UserCtx;
let bia: UserCtx;
let chief: UserCtx;
let second: number;
beforeAll(() => {
  desk = openDesk();
  planChecks(desk.app.installation);
  const queueIds = [desk.sales, desk.support];
  ana = desk.attendant({ name: "Ana", queueIds });
  bia = desk.attendant({ name: "Bia", queueIds });
  chief = desk.admin();
  second = testConnection(desk.tenant, { name: "Norte", queueIds });
  for (const id of [1, 2])
    run(
      desk.tenant.db,
      "INSERT INTO tag (id, name, color, created_at, updated_at) VALUES (?, ?, '#000', 0, 0)",
      id,
      `Etiqueta ${id}`,
    );
});
afterAll(() => desk.close());
beforeEach(() => {
  run(desk.tenant.db, "DELETE FROM ticket");
});

/** One step of a random history; the product rejects impossible steps, which then change nothing. */
type Step = readonly [name: keyof typeof steps, pick: number];
const some = (pick: number): number | undefined => {
  const ids = all<{ id: number }>(desk.tenant.db, "SELECT id FROM ticket ORDER BY id");
  return ids.length === 0 ? undefined : ids[pick % ids.length]?.id;
};
const attempt = (work: () => unknown): void => {
  try {
    work();
  } catch {
    // a rejected step changes nothing
  }
};
const put = (by: UserCtx, pick: number, body: Parameters<Desk["put"]>[2]): void => {
  const id = some(pick);
  if (id !== undefined) attempt(() => desk.put(by, id, body));
};
const steps = {
  newCustomer: (pick: number) =>
    void desk.writes(desk.contact(), "oi", { connectionId: pick % 3 === 0 ? second : desk.connectionId }),
  knownCustomer(pick: number) {
    const contact = one<{ id: number }>(
      desk.tenant.db,
      "SELECT id FROM contact ORDER BY id LIMIT 1 OFFSET ?",
      pick % 5,
    );
    if (contact) desk.writes(contact.id);
  },
  begun: (pick: number) =>
    void desk.tenant.write((unit) =>
      createTicket(
        unit,
        {
          status: "open",
          contactId: desk.contact(),
          connectionId: desk.connectionId,
          channel: "whatsapp",
          isGroup: pick % 4 === 0,
          queueId: pick % 2 === 0 ? desk.support : null,
          userId: bia.actor.id,
          origin: pick % 5 === 0 ? "phone" : "user",
        },
        bia.actor.id,
      ),
    ),
  imported: () =>
    void desk.tenant.write((unit) =>
      createClosedTicket(unit, {
        contactId: desk.contact(),
        connectionId: desk.connectionId,
        channel: "whatsapp",
        isGroup: false,
        origin: "import",
      }),
    ),
  queue: (pick: number) =>
    put(chief, pick, {
      queueId: pick % 2 === 0 ? desk.sales : desk.support,
      userId: null,
      status: "pending",
    }),
  accept(pick: number) {
    const by = pick % 2 === 0 ? ana : bia;
    put(by, pick, { status: "open", userId: by.actor.id });
  },
  answer(pick: number) {
    const id = some(pick);
    if (id !== undefined) desk.answers(id, { userId: ana.actor.id });
  },
  returnToQueue: (pick: number) => put(chief, pick, { status: "pending", userId: null }),
  handOver: (pick: number) =>
    put(chief, pick, { userId: pick % 2 === 0 ? ana.actor.id : bia.actor.id, queueId: desk.support }),
  otherConnection: (pick: number) => put(chief, pick, { queueId: desk.sales, whatsappId: second }),
  close: (pick: number) => put(chief, pick, { status: "closed" }),
  reopen: (pick: number) => put(chief, pick, { status: "open", userId: chief.actor.id }),
  rate(pick: number) {
    const row = one<{ id: number; ticket_id: number; user_id: number }>(
      desk.tenant.db,
      `SELECT r.id, r.ticket_id, r.user_id FROM ticket_period r WHERE r.finished_at IS NOT NULL AND r.user_id IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM user_rating g WHERE g.period_id = r.id) ORDER BY r.id LIMIT 1`,
    );
    if (row)
      run(
        desk.tenant.db,
        "INSERT INTO user_rating (period_id, ticket_id, user_id, rate, created_at) VALUES (?, ?, ?, ?, ?)",
        row.id,
        row.ticket_id,
        row.user_id,
        (pick % 3) + 1,
        desk.app.clock.now(),
      );
  },
  tag(pick: number) {
    const id = some(pick);
    if (id !== undefined)
      run(desk.tenant.db, "INSERT OR IGNORE INTO ticket_tag VALUES (?, ?)", id, (pick % 2) + 1);
  },
  remove(pick: number) {
    const id = some(pick);
    // Deletion of a short conversation is complete when the call returns; a rejected deletion changes nothing.
    if (id !== undefined) void deleteTicket(chief, id).catch(() => undefined);
  },
  wait: (pick: number) => desk.app.clock.advance((pick + 1) * 7 * MINUTE),
  fold: () => foldAllChanges(desk.tenant),
  waitLong: (pick: number) => desk.app.clock.advance((pick + 1) * 173 * MINUTE),
} as const;

const history = fc.array(
  fc.tuple(
    fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[])),
    fc.nat({ max: 40 }),
  ) as fc.Arbitrary<Step>,
  { minLength: 5, maxLength: 60 },
);

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

  test("totals read by four weeks equal a count over years of tickets", () => {
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

  test("after downtime the totals of every day since the last check are rebuilt", () => {
    const { db } = desk.tenant;
    rebuildMetrics(desk.tenant);
    desk.writes(desk.contact());
    run(db, "DELETE FROM hourly_metric");
    // Days before the last check were correct then and are not checked again.
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
