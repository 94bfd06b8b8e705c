import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type Desk, openDesk, refusal } from "#inbox/tickets/testing.ts";
import { undoClose } from "#inbox/tickets/transitions/undo-close.ts";
import { run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { attendancePage } from "./list.ts";

const MINUTE = 60_000;

let desk: Desk;
let ana: UserCtx;
let bia: UserCtx;
let chief: UserCtx;
beforeEach(() => {
  desk = openDesk();
  const queueIds = [desk.sales, desk.support];
  ana = desk.attendant({ name: "Ana", queueIds });
  bia = desk.attendant({ name: "Bia", queueIds });
  chief = desk.admin();
});
afterEach(() => desk.close());

const report = (query: Partial<Parameters<typeof attendancePage>[1]> = {}, by: UserCtx = chief) =>
  attendancePage(by, { by: "finished", sort: "newest", days: "7", pageNumber: 1, ...query });
const rows = (query = {}, by = chief) => report(query, by).attendances;
const conditions = (...all: object[]) => JSON.stringify({ all });

/** An attendance that Ana ended after 30 minutes. */
function finished(queueId = desk.sales) {
  const ticket = desk.waiting(queueId);
  desk.app.clock.advance(5 * MINUTE);
  desk.put(ana, ticket.id, { status: "open", userId: ana.actor.id });
  desk.answers(ticket.id, { userId: ana.actor.id });
  desk.app.clock.advance(25 * MINUTE);
  desk.put(ana, ticket.id, { status: "closed" });
  return ticket;
}

describe("an attendance of the report", () => {
  test("a row of the report has times, messages, end and attendants in order", () => {
    const ticket = desk.waiting(desk.sales);
    desk.app.clock.advance(5 * MINUTE);
    desk.put(ana, ticket.id, { status: "open", userId: ana.actor.id });
    desk.answers(ticket.id, { userId: ana.actor.id });
    desk.app.clock.advance(10 * MINUTE);
    desk.put(ana, ticket.id, { userId: bia.actor.id, queueId: desk.support });
    desk.writes(ticket.contactId, "e agora?");
    desk.app.clock.advance(20 * MINUTE);
    desk.put(bia, ticket.id, { status: "closed" });
    expect(rows()).toMatchObject([
      {
        ticketId: ticket.id,
        queue: { name: "Suporte" },
        attendants: [{ name: "Ana" }, { name: "Bia" }],
        closeReason: "user",
        closedBy: "Bia",
        supportMs: 20 * MINUTE,
        messagesIn: 2,
        messagesOut: 1,
        transfers: 1,
      },
    ]);
  });

  test("a running attendance has no end and no counts yet", () => {
    desk.attended(ana, desk.sales);
    expect(rows({ by: "created" })).toMatchObject([
      { finishedAt: null, closeReason: null, messagesIn: null, attendants: [{ name: "Ana" }] },
    ]);
    expect(rows()).toEqual([]);
  });

  test("the undo of a close reopens the attendance, and the next close counts its messages again", () => {
    desk.set("undoCloseSeconds", "10");
    const { id } = desk.attended(ana, desk.sales);
    desk.put(ana, id, { status: "closed" });
    undoClose(ana, id);
    expect(rows({ by: "created" })).toMatchObject([
      { finishedAt: null, closeReason: null, messagesIn: null },
    ]);
    desk.answers(id, { userId: ana.actor.id });
    desk.app.clock.advance(MINUTE);
    desk.put(ana, id, { status: "closed" });
    expect(rows()).toMatchObject([{ messagesIn: 1, messagesOut: 1, attendants: [{ name: "Ana" }] }]);
  });

  test("a returning contact has a second attendance with separate messages and attendants", () => {
    const ticket = finished();
    desk.app.clock.advance(MINUTE);
    desk.put(bia, ticket.id, { status: "open", userId: bia.actor.id });
    desk.answers(ticket.id, { userId: bia.actor.id });
    desk.app.clock.advance(MINUTE);
    desk.put(bia, ticket.id, { status: "closed" });
    expect(rows({ sort: "oldest" })).toMatchObject([
      { messagesIn: 1, messagesOut: 1, attendants: [{ name: "Ana" }] },
      { messagesIn: 0, messagesOut: 1, attendants: [{ name: "Bia" }] },
    ]);
  });

  test("the time within opening hours excludes closed hours", () => {
    // 2026-11-20 is a Friday; the clock of the tests starts at noon UTC, 09:00 in São Paulo.
    desk.set("scheduleType", "queue");
    run(
      desk.tenant.db,
      "UPDATE queue SET schedules = ? WHERE id = ?",
      JSON.stringify([{ weekday: "Sexta", weekdayEn: "friday", startTime: "08:00", endTime: "09:20" }]),
      desk.sales,
    );
    finished();
    const [row] = rows();
    const at = Date.parse(row?.createdAt ?? "");
    const closes = Date.UTC(2026, 10, 20, 12, 20);
    expect(row?.openMs).toBe(Math.max(0, Math.min(closes, at + 30 * MINUTE) - at));
  });
});

describe("the list of attendances", () => {
  test("a page of the report has 40 rows, and rows that are added later do not shift the next page", () => {
    const ids = Array.from({ length: 45 }, () => finished().id).reverse();
    const first = report();
    expect(first).toMatchObject({ count: 45, hasMore: true });
    desk.put(ana, desk.attended(ana, desk.sales).id, { status: "closed" });
    const second = report({ pageNumber: 2 });
    expect(second).toMatchObject({ count: 45, hasMore: false });
    expect([...first.attendances, ...second.attendances].map(({ ticketId }) => ticketId)).toEqual(ids);
  });

  test("a later page can be read after the cache of earlier pages was lost", () => {
    for (let n = 0; n < 45; n += 1) finished();
    desk.tenant.drop("report-pages");
    expect(report({ pageNumber: 2 })).toMatchObject({ count: 45, hasMore: false });
    expect(rows({ pageNumber: 2 })).toHaveLength(5);
  });

  test("conditions compare the values of the attendance, not the current ones of the ticket", () => {
    const ticket = finished(desk.sales);
    desk.app.clock.advance(MINUTE);
    desk.put(bia, ticket.id, { status: "open", userId: bia.actor.id });
    desk.put(bia, ticket.id, { userId: bia.actor.id, queueId: desk.support });
    const by = (field: string, value: unknown) =>
      rows({ filter: conditions({ field, op: "in", value: [value] }) }).length;
    expect(by("queue", desk.sales)).toBe(1);
    expect(by("queue", desk.support)).toBe(0);
    expect(by("attendant", ana.actor.id)).toBe(1);
    expect(by("status", "closed")).toBe(1);
  });

  test("the response for a period without rows names the nearest day with rows", () => {
    finished();
    expect(report({ days: undefined, date_from: "2026-10-01", date_to: "2026-10-31" })).toMatchObject({
      count: 0,
      nearest: "2026-11-20",
    });
    expect(
      report({ only: "resolved", filter: conditions({ field: "priority", op: "in", value: [4] }) }),
    ).toMatchObject({ nearest: null });
  });

  test("unknown conditions, conditions on events and invalid JSON are rejected with 400", () => {
    for (const filter of [
      "{",
      conditions({ field: "colour", op: "is", value: true }),
      conditions({ field: "message.text", op: "contains", value: "oi" }),
    ])
      expect(refusal(() => report({ filter }))).toMatchObject({ status: 400, code: "ERR_VALIDATION" });
  });

  test("a page reads at most 20,000 rows of the period, and the next page continues there", () => {
    const rare = finished();
    desk.put(ana, rare.id, { status: "open", userId: ana.actor.id });
    run(desk.tenant.db, "UPDATE ticket SET priority = 4 WHERE id = ?", rare.id);
    const other = finished();
    run(
      desk.tenant.db,
      `INSERT INTO ticket_period (ticket_id, connection_id, created_at, started_at, finished_at, messages_in)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20100)
      SELECT ?, 1, ?, ?, ? + i, 0 FROM n`,
      ...[other.id, desk.app.clock.now(), desk.app.clock.now(), desk.app.clock.now()],
    );
    const filter = conditions({ field: "priority", op: "in", value: [4] });
    expect(report({ filter })).toMatchObject({ attendances: [], count: 0, countIsMore: true, hasMore: true });
    expect(report({ filter, pageNumber: 2 })).toMatchObject({
      attendances: [{ ticketId: rare.id }],
      hasMore: false,
    });
  });
});

describe("rights", () => {
  test("an attendant gets 403 for reports, and a supervisor gets only rows of own queues", () => {
    finished(desk.sales);
    const ticket = finished(desk.support);
    const boss = desk.attendant({ profile: "supervisor", queueIds: [desk.support] });
    expect(refusal(() => report({}, ana))).toMatchObject({ status: 403, code: "ERR_NO_PERMISSION" });
    expect(rows({}, boss).map(({ ticketId }) => ticketId)).toEqual([ticket.id]);
    expect(rows({ queueIds: [desk.sales] }, boss)).toEqual([]);
  });
});
