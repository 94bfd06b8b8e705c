import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { timeZoneOf } from "#accounts/settings/index.ts";
import { setAway } from "#accounts/users/presence/presence.ts";
import { TicketWoken } from "#inbox/tickets/events.ts";
import { ticketPage } from "#inbox/tickets/lists/page.ts";
import { type Desk, openDesk } from "#inbox/tickets/testing.ts";
import { parseInstant } from "#platform/dates.ts";
import { all, run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { snoozeTicket, snoozeWaking } from "./snooze.ts";
import { SNOOZE_DUE } from "./wake.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
let desk: Desk;
let ana: UserCtx;
let ticketId: number;
let woken: number[];
beforeEach(() => {
  desk = openDesk();
  ana = desk.attendant({ name: "Ana" });
  desk.online(ana);
  ticketId = desk.attended(ana, desk.sales).id;
  woken = [];
  desk.app.installation.bus.within(TicketWoken, (_unit, { ticket }) => void woken.push(ticket.id));
});
afterEach(() => desk.close());

const due = () => snoozeWaking.run(desk.app.installation);
const snooze = (ms: number, mode: "time" | "either" = "time", id = ticketId) =>
  snoozeTicket(ana, id, { mode, until: new Date(desk.app.clock.now() + ms).toISOString() });
const open = (fields = {}) =>
  ticketPage(ana, { status: "open", searchParam: "", pageNumber: 1, ...fields }).tickets.map(({ id }) => id);
const later = async (ms: number) => {
  desk.app.clock.advance(ms);
  await due();
};

describe("the time of a snooze", () => {
  test("a ticket snoozed until Friday comes back on Friday although the customer said ok on Wednesday", async () => {
    snooze(3 * DAY);
    await later(DAY);
    desk.writes(desk.ticket(ticketId).contactId, "ok");
    desk.answers(ticketId, { userId: ana.actor.id });
    expect(open()).toEqual([]);
    await later(2 * DAY - 1);
    expect(open()).toEqual([]);
    await later(1);
    expect(open()).toEqual([ticketId]);
    expect(desk.ticket(ticketId)).toMatchObject({ snoozeMode: null, wakeReason: "time" });
    expect(woken).toEqual([ticketId]);
  });

  test("a woken ticket is first in the list of open tickets, with the reason", async () => {
    snooze(HOUR);
    const other = desk.attended(ana, desk.sales).id;
    expect(open()).toEqual([other]);
    await later(HOUR);
    expect(open()).toEqual([ticketId, other]);
    const [first] = ticketPage(ana, { status: "open", searchParam: "", pageNumber: 1 }).tickets;
    expect(first?.woken).toEqual({ at: new Date(desk.app.clock.now()).toISOString(), reason: "time" });
  });

  test("a snooze until the customer replies ends after 30 days without a reply", async () => {
    snoozeTicket(ana, ticketId, { mode: "reply" });
    await later(30 * DAY - 1);
    expect(open()).toEqual([]);
    await later(1);
    expect(open()).toEqual([ticketId]);
  });

  test("snoozed tickets are listed in the order of their waking, and a search finds them", () => {
    const [second, third] = [1, 2].map(() => desk.attended(ana, desk.sales).id);
    snooze(2 * HOUR);
    snooze(3 * HOUR, "time", second);
    snooze(HOUR, "either", third);
    expect(open({ status: "", asleep: "true", sort: "wake" })).toEqual([third ?? 0, ticketId, second ?? 0]);
    expect(open({ status: "", searchParam: "Contact" })).toContain(ticketId);
  });

  test("after a downtime every due ticket wakes once, and later ones stay asleep", async () => {
    const ids = Array.from({ length: 120 }, () => desk.attended(ana, desk.sales).id);
    for (const [at, id] of ids.entries()) snooze(HOUR + at * MINUTE, "time", id);
    snooze(DAY);
    await later(12 * HOUR);
    await due();
    expect(woken.toSorted((a, b) => a - b)).toEqual(ids);
    const notified = all<{ id: number }>(
      desk.tenant.db,
      "SELECT ticket_id AS id FROM notification WHERE kind = 'woken' AND user_id = ? ORDER BY ticket_id",
      ana.actor.id,
    );
    expect(notified.map(({ id }) => id)).toEqual(ids);
    expect(desk.ticket(ticketId).asleepSince).not.toBeNull();
    const { tenants } = desk.app.installation;
    expect(tenants.dueCompanies(SNOOZE_DUE, desk.app.clock.now())).toEqual([]);
    expect(tenants.dueCompanies(SNOOZE_DUE, Number.MAX_SAFE_INTEGER)).toEqual([desk.tenant.id]);
  });

  test("a clock that is set back does not delay a snooze that was set afterwards", async () => {
    snooze(5 * HOUR);
    await due();
    desk.app.clock.advance(-4 * HOUR);
    const other = desk.attended(ana, desk.sales).id;
    snooze(HOUR, "time", other);
    await due();
    await later(HOUR);
    expect(woken).toEqual([other]);
  });

  test("waking 1,000 tickets is done in transactions of 50", async () => {
    run(
      desk.tenant.db,
      `INSERT INTO contact (uuid, name, created_at, updated_at) WITH RECURSIVE n(i) AS
         (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) SELECT 'c' || i, 'C' || i, 0, 0 FROM n`,
    );
    run(
      desk.tenant.db,
      `INSERT INTO ticket (uuid, status, contact_id, connection_id, queue_id, user_id, protocol, snooze_mode, snoozed_until,
         asleep_since, created_at, updated_at) SELECT 'u' || id, 'open', id, ?, ?, ?, 'p' || id, 'time', 1, 1, 0, 0 FROM contact WHERE uuid LIKE 'c%' AND id > 1`,
      desk.connectionId,
      desk.sales,
      ana.actor.id,
    );
    const transactions = new Set<unknown>();
    desk.app.installation.bus.within(TicketWoken, (unit) => void transactions.add(unit));
    desk.tenant.write((unit) => unit.scheduleWake(SNOOZE_DUE, unit.now));
    await due();
    const [asleep] = all<{ n: number }>(desk.tenant.db, "SELECT sum(asleep) AS n FROM ticket_count");
    expect([woken.length >= 1000, asleep?.n]).toEqual([true, 0]);
    expect(transactions.size).toBeGreaterThanOrEqual(20);
  });
});

describe("an attendant who is absent when a ticket wakes", () => {
  test("a ticket of an attendant who stays offline for 30 minutes is returned to its queue", async () => {
    snooze(HOUR);
    desk.offline(ana);
    await later(HOUR);
    await later(30 * MINUTE - 1);
    expect(desk.ticket(ticketId).status).toBe("open");
    await later(1);
    expect(desk.ticket(ticketId)).toMatchObject({
      status: "pending",
      userId: null,
      queueId: desk.sales,
      wokenAt: null,
    });
  });

  test("a ticket of an absent attendant is returned as well", async () => {
    snooze(HOUR);
    setAway(ana, true);
    await later(HOUR);
    await later(30 * MINUTE);
    expect(desk.ticket(ticketId).status).toBe("pending");
  });

  test("a woken ticket stays with an attendant who is at work or has answered, or whose company disabled the return", async () => {
    snooze(HOUR);
    await later(HOUR);
    await later(30 * MINUTE);
    expect(desk.ticket(ticketId)).toMatchObject({ status: "open", wakeReturnAt: null });

    snooze(HOUR);
    desk.offline(ana);
    await later(HOUR);
    desk.answers(ticketId);
    await later(HOUR);
    expect(desk.ticket(ticketId)).toMatchObject({ status: "open", wokenAt: null });

    desk.set("wakeReturnMinutes", "0");
    snooze(HOUR);
    await later(HOUR);
    await later(DAY);
    expect(desk.ticket(ticketId).status).toBe("open");
  });

  test("the time until the return starts again when the attendant was online after the waking", async () => {
    snooze(HOUR);
    await later(HOUR);
    desk.app.clock.advance(20 * MINUTE);
    desk.offline(ana);
    await later(10 * MINUTE);
    expect(desk.ticket(ticketId).status).toBe("open");
    await later(20 * MINUTE);
    expect(desk.ticket(ticketId).status).toBe("pending");
  });

  test("only opening hours count: a ticket that wakes at night is not returned before the next morning", async () => {
    desk.set("scheduleType", "queue");
    run(desk.tenant.db, "UPDATE queue SET schedules = ? WHERE id = ?", JSON.stringify(DAILY), desk.sales);
    const local = (text: string) => parseInstant(text, timeZoneOf(desk.tenant)) ?? 0;
    desk.app.clock.advance(local("2031-03-03 17:00") - desk.app.clock.now());
    snooze(45 * MINUTE);
    desk.offline(ana);
    await later(45 * MINUTE);
    await later(local("2031-03-04 08:14") - desk.app.clock.now());
    expect(desk.ticket(ticketId).status).toBe("open");
    await later(MINUTE);
    expect(desk.ticket(ticketId).status).toBe("pending");
  });
});

const DAILY = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"].map(
  (weekdayEn) => ({
    weekdayEn,
    startTime: "08:00",
    endTime: "18:00",
  }),
);
