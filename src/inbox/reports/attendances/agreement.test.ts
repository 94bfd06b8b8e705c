import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { foldAllChanges } from "#inbox/dashboard/fold.ts";
import { readDashboard, readLeads } from "#inbox/dashboard/read.ts";
import { type BusyDesk, busyDesk, history } from "#inbox/dashboard/testing/history.ts";
import type { AttendanceAnswer, AttendanceQuery, Axis } from "#inbox/reports/contract.ts";
import { selectView } from "#inbox/ticket-views/select.ts";
import { ticketPage, ViewPort } from "#inbox/tickets/index.ts";
import { run } from "#platform/db/database.ts";
import { attendancePage } from "./list.ts";

let busy: BusyDesk;
beforeAll(() => {
  busy = busyDesk();
  busy.desk.app.installation.ports.plug(ViewPort, selectView);
});
afterAll(() => busy.desk.close());
beforeEach(() => {
  run(busy.desk.tenant.db, "DELETE FROM ticket");
});

/** Every row of the report, page by page. */
function rowsOf(query: Partial<AttendanceQuery>): AttendanceAnswer[] {
  const rows: AttendanceAnswer[] = [];
  for (let pageNumber = 1; ; pageNumber += 1) {
    const page = attendancePage(busy.chief, { by: "finished", sort: "newest", ...query, pageNumber });
    rows.push(...page.attendances);
    if (!page.hasMore) {
      expect(page.count).toBe(rows.length);
      return rows;
    }
  }
}
/** The number of tickets in the list that a current figure of the dashboard links to. */
function ticketsOf(viewId: string, filter: object): number {
  let count = 0;
  for (let pageNumber = 1; ; pageNumber += 1) {
    const page = ticketPage(busy.chief, { searchParam: "", ...filter, viewId, pageNumber } as never);
    count += page.tickets.length;
    if (!page.hasMore) return count;
  }
}
const minutes = (spans: readonly (number | null)[]): number =>
  spans.length === 0
    ? 0
    : Math.round(spans.reduce<number>((sum, span) => sum + (span ?? Number.NaN), 0) / spans.length / 60_000);

const FILTERS = [
  {},
  { queueIds: [1] },
  { queueIds: [null, 2] },
  { whatsappIds: [2] },
  { tagIds: [1] },
  { tagIds: [1, 2], queueIds: [2] },
];

describe("figures of the dashboard", () => {
  test("every figure of the dashboard is the count or mean of its report rows, for any period, queue, connection and tag", () => {
    fc.assert(
      fc.property(
        history,
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(...FILTERS),
        (list, days, filter) => {
          for (const [name, pick] of list) busy.steps[name](pick);
          busy.desk.tenant.db.$client.pragma("synchronous = OFF");
          foldAllChanges(busy.desk.tenant);
          const query = { ...filter, days: String(days) };
          if (!("tagIds" in filter)) {
            const { counters: present } = readDashboard(busy.chief, query);
            expect([present.supportPending, present.supportHappening]).toEqual([
              ticketsOf("dashboard_pending", filter),
              ticketsOf("dashboard_open", filter),
            ]);
          }
          let leads = 0;
          for (let pageNumber = 1, hasMore = true; hasMore; pageNumber += 1) {
            const page = readLeads(busy.chief, { ...query, pageNumber });
            leads += page.leads.length;
            hasMore = page.hasMore;
          }
          expect(readDashboard(busy.chief, query).counters.leads).toBe(leads);
          const { counters, attendants, hours } = readDashboard(busy.chief, query);
          const rows = (by: Axis, more: Partial<AttendanceQuery> = {}) =>
            rowsOf({ ...query, by, only: "counted", ...more });
          const finished = rows("finished");
          expect(counters).toMatchObject({
            supportFinished: finished.length,
            avgSupportTime: minutes(finished.map(({ supportMs }) => supportMs)),
            avgWaitTime: minutes(rows("started").map(({ waitingMs }) => waitingMs)),
            avgFirstResponse: minutes(rows("responded").map(({ responseMs }) => responseMs)),
          });
          expect(hours.reduce((sum, hour) => sum + hour, 0)).toBe(rows("created", { days: "1" }).length);
          for (const { id, tickets, rating } of attendants) {
            expect(tickets).toBe(rows("finished", { userIds: [id] }).length);
            const rates = rows("rated", { userIds: [id] }).map((row) => row.rating ?? Number.NaN);
            const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
            expect(rating).toBe(rates.length === 0 ? null : Math.round(mean * 10) / 10);
          }
        },
      ),
      { numRuns: Number(process.env["FUZZ_RUNS"] ?? 40) },
    );
  });
});
