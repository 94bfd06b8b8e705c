import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { restoreTicket, ticketForUndo } from "#inbox/tickets/index.ts";
import { snoozeTicket } from "#inbox/tickets/snooze/snooze.ts";
import { closeTicket } from "#inbox/tickets/transitions/close.ts";
import { all, run } from "#platform/db/database.ts";
import { updatePolicy } from "./save.ts";
import { DAY, HOUR, MINUTE, openSlaDesk, type SlaDesk, shownTime } from "./testing.ts";

let desk: SlaDesk;
beforeEach(() => {
  desk = openSlaDesk();
});
afterEach(() => desk.close());

const first = (ticketId: number) => desk.clocks(ticketId).find(({ target }) => target === "first");
const dueOf = (ticketId: number) => shownTime(first(ticketId)?.due_at ?? 0);
const advance = (ms: number) => desk.app.clock.advance(ms);
const stateOf = (ticketId: number) => desk.ticket(ticketId).slaState;
/** `met`, `missed`, `dropped` or `open`, by target in the order of the clocks. */
const outcomes = (ticketId: number) =>
  desk.clocks(ticketId).map(({ target, met_at, missed_at, dropped_at }) => {
    const end =
      missed_at !== null ? "missed" : met_at !== null ? "met" : dropped_at !== null ? "dropped" : "open";
    return `${target} ${end}`;
  });

describe("a promised time", () => {
  test("one hour promised at 17:30 is due at 08:30 of the next working day", () => {
    desk.policy({ firstMinutes: 60 });
    desk.at("2026-11-24 17:30");
    expect(dueOf(desk.customer())).toBe("2026-11-25 08:30");
    desk.at("2026-11-27 17:30");
    expect(dueOf(desk.customer())).toBe("2026-11-30 08:30");
  });

  test("holidays and lunch breaks do not count towards a promised time", () => {
    desk.set("holidays", JSON.stringify([{ date: "2026-11-25", spans: [] }]));
    desk.policy({ firstMinutes: 60 });
    desk.at("2026-11-24 17:30");
    expect(dueOf(desk.customer())).toBe("2026-11-26 08:30");
    desk.hours(["friday", "09:00", "12:00"], ["friday", "13:00", "18:00"]);
    desk.at("2026-11-27 11:30");
    expect(dueOf(desk.customer())).toBe("2026-11-27 13:30");
  });

  test("with hours `clock` every hour counts, with hours `queue` the opening hours of the ticket's queue count", () => {
    const policy = desk.policy({ firstMinutes: 60, hours: "clock" });
    desk.at("2026-11-24 23:30");
    expect(dueOf(desk.customer())).toBe("2026-11-25 00:30");
    const nights = [{ weekday: "", weekdayEn: "wednesday", startTime: "06:00", endTime: "07:00" }];
    run(desk.tenant.db, "UPDATE queue SET schedules = ? WHERE id = ?", JSON.stringify(nights), desk.sales);
    updatePolicy(desk.boss, policy.id, { hours: "queue" });
    expect(dueOf(desk.customer())).toBe("2026-11-25 07:00");
  });

  test("without an active policy no clock exists and nothing is written", () => {
    const policy = desk.policy({ firstMinutes: 60, active: false });
    const ticketId = desk.customer();
    expect(desk.clocks(ticketId)).toEqual([]);
    expect(desk.ticket(ticketId)).toMatchObject({ slaPolicyId: null, slaState: null });
    updatePolicy(desk.boss, policy.id, { active: true });
    expect(desk.clocks(desk.customer())).toHaveLength(1);
    expect(desk.clocks(ticketId)).toEqual([]);
  });

  test("a group has no promised times", () => {
    desk.policy({ firstMinutes: 60 });
    const contactId = desk.contact();
    run(desk.tenant.db, "UPDATE contact SET is_group = 1 WHERE id = ?", contactId);
    const { ticket } = desk.writes(contactId, "oi", { connectionId: desk.direct });
    expect(desk.clocks(ticket.id)).toEqual([]);
  });
});

describe("the first response", () => {
  test("the first response is met by the first message of a person, not by a bot", () => {
    desk.policy({ firstMinutes: 60 });
    const ticketId = desk.customer();
    advance(10 * MINUTE);
    desk.answers(ticketId, { human: false });
    expect(outcomes(ticketId)).toEqual(["first open"]);
    desk.accept(ticketId);
    advance(5 * MINUTE);
    desk.answers(ticketId);
    expect(outcomes(ticketId)).toEqual(["first met"]);
    expect(first(ticketId)?.taken_ms).toBe(15 * MINUTE);
    expect(stateOf(ticketId)).toBeNull();
  });

  test("the time of a bot counts only for policies whose clocks start at the arrival, not in the queue", () => {
    const policy = desk.policy({ firstMinutes: 60 });
    // A connection with two queues: the menu asks first.
    const { ticket } = desk.writes(desk.contact());
    expect(desk.clocks(ticket.id)).toEqual([]);
    advance(30 * MINUTE);
    desk.put(desk.boss, ticket.id, { queueId: desk.sales, userId: null });
    expect(shownTime(first(ticket.id)?.due_at ?? 0)).toBe("2026-11-23 10:30");
    updatePolicy(desk.boss, policy.id, { startsAt: "arrival" });
    expect(shownTime(first(desk.writes(desk.contact()).ticket.id)?.due_at ?? 0)).toBe("2026-11-23 10:30");
  });

  test("the first-response clock of a ticket that is closed unanswered ends without being counted", async () => {
    desk.policy({ firstMinutes: 60 });
    const ticketId = desk.customer();
    desk.resolve(ticketId);
    advance(3 * HOUR);
    await desk.sweep();
    expect(outcomes(ticketId)).toEqual(["first dropped"]);
    expect(all(desk.tenant.db, "SELECT * FROM sla_daily WHERE met + missed > 0")).toEqual([]);
  });

  test("a ticket opened by a user has no first-response clock; each wait of its customer starts a next-response clock", () => {
    desk.policy({ firstMinutes: 60, nextMinutes: 30 });
    const ticketId = desk.customer();
    desk.resolve(ticketId);
    desk.put(desk.boss, ticketId, { status: "open", userId: desk.ana.actor.id });
    advance(MINUTE);
    desk.again(ticketId);
    expect(outcomes(ticketId)).toEqual(["first dropped", "next open"]);
  });
});

describe("the next response", () => {
  test("the next response runs while the customer waits after the first response, and a second message does not restart it", () => {
    desk.policy({ nextMinutes: 30 });
    const ticketId = desk.customer();
    desk.accept(ticketId);
    desk.answers(ticketId);
    expect(desk.clocks(ticketId)).toEqual([]);
    advance(HOUR);
    desk.again(ticketId);
    advance(10 * MINUTE);
    desk.again(ticketId);
    expect(shownTime(desk.clocks(ticketId)[0]?.due_at ?? 0)).toBe("2026-11-23 10:30");
    advance(10 * MINUTE);
    desk.answers(ticketId);
    expect(outcomes(ticketId)).toEqual(["next met"]);
    expect(desk.clocks(ticketId)[0]?.taken_ms).toBe(20 * MINUTE);
  });

  test("the clocks of a closed ticket are never missed", async () => {
    desk.policy({ firstMinutes: 60, nextMinutes: 30, resolutionMinutes: 600 });
    const ticketId = desk.customer();
    desk.accept(ticketId);
    desk.answers(ticketId);
    advance(MINUTE);
    desk.again(ticketId);
    desk.resolve(ticketId);
    advance(30 * DAY);
    await desk.sweep();
    expect(outcomes(ticketId)).toEqual(["first met", "resolution met", "next dropped"]);
    expect(desk.ticket(ticketId)).toMatchObject({ slaState: null, slaDueAt: null });
  });
});

describe("an answer", () => {
  test("an answer whose send was undone does not count: its clock continues from the customer's message", () => {
    desk.policy({ firstMinutes: 60 });
    const ticketId = desk.customer();
    desk.accept(ticketId);
    const [before] = desk.clocks(ticketId);
    const was = ticketForUndo(desk.tenant.db, desk.ticket(ticketId));
    advance(10 * MINUTE);
    const sentAt = desk.app.clock.now();
    const { lastMessageId } = desk.answers(ticketId);
    expect(outcomes(ticketId)).toEqual(["first met"]);
    advance(5000);
    desk.tenant.write((unit) =>
      restoreTicket(unit, ticketId, was, {
        messageId: lastMessageId ?? 0,
        sentAt,
        last: null,
        answeredAt: null,
      }),
    );
    expect(desk.clocks(ticketId)).toEqual(before ? [before] : []);
    expect(stateOf(ticketId)).toBe("running");
    expect(all(desk.tenant.db, "SELECT * FROM sla_daily WHERE met + missed > 0")).toEqual([]);
  });

  test("an answer written in the transaction of the close counts", () => {
    desk.policy({ firstMinutes: 60, resolutionMinutes: 600 });
    const ticketId = desk.customer();
    desk.accept(ticketId);
    desk.tenant.write(() => {
      desk.answers(ticketId);
      desk.resolve(ticketId);
    });
    expect(outcomes(ticketId)).toEqual(["first met", "resolution met"]);
  });

  test("an answer writes at most two clocks, and an answer that changes no clock writes none", () => {
    desk.policy({ firstMinutes: 60, nextMinutes: 30, resolutionMinutes: 600 });
    const ticketId = desk.customer();
    desk.accept(ticketId);
    const written = (work: () => unknown) => {
      run(desk.tenant.db, "CREATE TEMP TABLE written (id)");
      run(
        desk.tenant.db,
        "CREATE TEMP TRIGGER w1 AFTER UPDATE ON sla_clock BEGIN INSERT INTO written VALUES (1); END",
      );
      run(
        desk.tenant.db,
        "CREATE TEMP TRIGGER w2 AFTER INSERT ON sla_clock BEGIN INSERT INTO written VALUES (1); END",
      );
      work();
      const { length } = all(desk.tenant.db, "SELECT * FROM written");
      for (const drop of ["TRIGGER w1", "TRIGGER w2", "TABLE written"]) run(desk.tenant.db, `DROP ${drop}`);
      return length;
    };
    expect(written(() => desk.again(ticketId))).toBe(0);
    expect(written(() => desk.answers(ticketId))).toBe(2);
    expect(written(() => desk.answers(ticketId))).toBe(0);
    advance(MINUTE);
    expect(written(() => desk.again(ticketId))).toBe(2);
  });
});

describe("the resolution", () => {
  test("the resolution of a ticket snoozed for two days and answered in ten minutes is met", async () => {
    desk.policy({ firstMinutes: 60, nextMinutes: 30, resolutionMinutes: 120 });
    const ticketId = desk.customer();
    desk.accept(ticketId);
    snoozeTicket(desk.ana, ticketId, {
      mode: "either",
      until: new Date(Date.UTC(2026, 10, 30)).toISOString(),
    });
    desk.answers(ticketId);
    advance(2 * DAY);
    await desk.sweep();
    desk.again(ticketId);
    advance(10 * MINUTE);
    desk.answers(ticketId);
    desk.resolve(ticketId);
    expect(outcomes(ticketId)).toEqual(["first met", "resolution met", "next met"]);
  });

  test("the resolution is paused while the customer has not answered, unless the policy disables that", async () => {
    const policy = desk.policy({ resolutionMinutes: 60 });
    const ticketId = desk.customer();
    desk.accept(ticketId);
    advance(20 * MINUTE);
    desk.answers(ticketId);
    expect(desk.ticket(ticketId)).toMatchObject({
      slaDueAt: null,
      slaLeftMs: 40 * MINUTE,
      slaState: "running",
    });
    advance(3 * HOUR);
    desk.again(ticketId);
    expect(shownTime(desk.ticket(ticketId).slaDueAt ?? 0)).toBe("2026-11-23 13:00");
    updatePolicy(desk.boss, policy.id, { pauseWaitingCustomer: false });
    desk.answers(ticketId);
    expect(desk.ticket(ticketId)).toMatchObject({ slaLeftMs: null });
    await desk.sweep();
  });

  test("the resolution is paused while the ticket is snoozed", () => {
    desk.policy({ resolutionMinutes: 60 });
    const ticketId = desk.customer();
    desk.accept(ticketId);
    advance(10 * MINUTE);
    snoozeTicket(desk.ana, ticketId, { mode: "reply" });
    expect(desk.ticket(ticketId).slaLeftMs).toBe(50 * MINUTE);
    advance(HOUR);
    desk.again(ticketId);
    expect(shownTime(desk.ticket(ticketId).slaDueAt ?? 0)).toBe("2026-11-23 11:00");
  });

  test("the clocks of a merged ticket are dropped", () => {
    desk.policy({ firstMinutes: 60, resolutionMinutes: 60 });
    const ticketId = desk.customer();
    desk.tenant.write((unit) =>
      closeTicket(unit, desk.ticket(ticketId), { reason: "merged", silent: true, userId: null }),
    );
    expect(outcomes(ticketId)).toEqual(["first dropped", "resolution dropped"]);
  });

  test("after a reopen, a text of a rule pauses the resolution like an answer of a person", () => {
    desk.policy({ resolutionMinutes: 60 });
    const ticketId = desk.customer();
    desk.accept(ticketId, desk.boss);
    desk.answers(ticketId);
    desk.resolve(ticketId);
    advance(MINUTE);
    desk.put(desk.boss, ticketId, { status: "open", userId: desk.boss.actor.id });
    advance(MINUTE);
    const isPaused = () => desk.clocks(ticketId).at(-1)?.paused_at !== null;
    expect(isPaused()).toBe(false);
    desk.answers(ticketId, { human: false });
    expect(isPaused()).toBe(true);
  });
});
