import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { changeTags, restoreTicket, ticketForUndo } from "#inbox/tickets/index.ts";
import { snoozeTicket } from "#inbox/tickets/snooze/snooze.ts";
import { closeTicket } from "#inbox/tickets/transitions/close.ts";
import { undoClose } from "#inbox/tickets/transitions/undo-close.ts";
import { prioritise } from "#inbox/tickets/triage/prioritise.ts";
import { all, run } from "#platform/db/database.ts";
import { SlaMissed, SlaWarned } from "./events.ts";
import { deletePolicy, updatePolicy } from "./save.ts";
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

  test("a holiday and lunch do not count", () => {
    desk.set("holidays", JSON.stringify([{ date: "2026-11-25", spans: [] }]));
    desk.policy({ firstMinutes: 60 });
    desk.at("2026-11-24 17:30");
    expect(dueOf(desk.customer())).toBe("2026-11-26 08:30");
    desk.hours(["friday", "09:00", "12:00"], ["friday", "13:00", "18:00"]);
    desk.at("2026-11-27 11:30");
    expect(dueOf(desk.customer())).toBe("2026-11-27 13:30");
  });

  test("with hours `clock` every hour counts, with `queue` those of the ticket's queue", () => {
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
  test("it is met by the first message of a person, not by a bot", () => {
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

  test("the time of a bot does not count when clocks start with the queue, and counts from the arrival", () => {
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

  test("it stops uncounted when the ticket is closed before", async () => {
    desk.policy({ firstMinutes: 60 });
    const ticketId = desk.customer();
    desk.resolve(ticketId);
    advance(3 * HOUR);
    await desk.sweep();
    expect(outcomes(ticketId)).toEqual(["first dropped"]);
    expect(all(desk.tenant.db, "SELECT * FROM sla_daily WHERE met + missed > 0")).toEqual([]);
  });

  test("a ticket that we opened has none; each wait of its customer is a next response", () => {
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
  test("it runs while the customer waits after the first response, and a second message does not start it again", () => {
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

  test("a closed ticket never becomes late", async () => {
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
  test("whose send was undone meets nothing: its clock goes on from the customer's message", () => {
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

  test("that is written in the transaction of the close counts as an answer", () => {
    desk.policy({ firstMinutes: 60, resolutionMinutes: 600 });
    const ticketId = desk.customer();
    desk.accept(ticketId);
    desk.tenant.write(() => {
      desk.answers(ticketId);
      desk.resolve(ticketId);
    });
    expect(outcomes(ticketId)).toEqual(["first met", "resolution met"]);
  });

  test("writes at most two clocks, and one that changes nothing writes none", () => {
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
  test("snoozed two days and answered in ten minutes is met", async () => {
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

  test("it rests while the customer has our last word, unless the policy says otherwise", async () => {
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

  test("it rests while the ticket is asleep", () => {
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
});

describe("the policy of a ticket", () => {
  const vip = { all: [{ field: "priority", op: "in", value: [4] }] };

  test("the first active one that matches applies; another priority, queue or tag looks again", () => {
    const normal = desk.policy({ firstMinutes: 120 });
    const urgent = desk.policy({ firstMinutes: 30, conditions: vip });
    updatePolicy(desk.boss, normal.id, {
      conditions: { all: [{ field: "priority", op: "not_in", value: [4] }] },
    });
    const ticketId = desk.customer();
    expect(dueOf(ticketId)).toBe("2026-11-23 11:00");
    advance(10 * MINUTE);
    prioritise(desk.ana, ticketId, 4);
    // The ten minutes that have passed count against the thirty of the new policy.
    const [old, now] = desk.clocks(ticketId);
    expect(old?.dropped_at).not.toBeNull();
    expect(shownTime(now?.due_at ?? 0)).toBe("2026-11-23 09:30");
    expect(desk.ticket(ticketId).slaPolicyId).toBe(urgent.id);
  });

  test("moved to a queue without SLA it carries none of the old", async () => {
    desk.policy({
      firstMinutes: 60,
      resolutionMinutes: 60,
      conditions: { all: [{ field: "queue", op: "in", value: [desk.sales] }] },
    });
    const ticketId = desk.customer();
    desk.put(desk.boss, ticketId, { queueId: desk.support, userId: null });
    advance(DAY);
    await desk.sweep();
    expect(outcomes(ticketId)).toEqual(["first dropped", "resolution dropped"]);
    expect(desk.ticket(ticketId)).toMatchObject({ slaPolicyId: null, slaState: null, slaDueAt: null });
    desk.put(desk.boss, ticketId, { queueId: desk.sales, userId: null });
    expect(stateOf(ticketId)).toBe("running");
  });

  test("a tag looks at the policies again, in the transaction of the tag", () => {
    const tagId = run(
      desk.tenant.db,
      "INSERT INTO tag (name, color, created_at, updated_at) VALUES ('VIP', '#ff0000', 1, 1)",
    ).id;
    desk.policy({ firstMinutes: 60, conditions: { all: [{ field: "tags", op: "any_of", value: [tagId] }] } });
    const ticketId = desk.customer();
    expect(stateOf(ticketId)).toBeNull();
    changeTags(desk.ana, ticketId, "add", [tagId]);
    expect(stateOf(ticketId)).toBe("running");
    changeTags(desk.ana, ticketId, "remove", [tagId]);
    expect(stateOf(ticketId)).toBeNull();
  });

  test("a new policy does not reach attendances that neither begin nor change", () => {
    const ticketId = desk.customer();
    desk.policy({ firstMinutes: 60, nextMinutes: 60 });
    desk.accept(ticketId);
    desk.answers(ticketId);
    desk.again(ticketId);
    expect(desk.clocks(ticketId)).toEqual([]);
  });

  test("the clocks of a policy that is switched off or deleted are dropped", async () => {
    const policy = desk.policy({ firstMinutes: 60 });
    const ticketId = desk.customer();
    deletePolicy(desk.boss, policy.id);
    await desk.sweep();
    expect(outcomes(ticketId)).toEqual(["first dropped"]);
    expect(stateOf(ticketId)).toBeNull();
  });
});

describe("a change of hours", () => {
  test("it computes open clocks again and leaves finished ones", async () => {
    desk.policy({ firstMinutes: 120 });
    const [open, met] = [desk.customer(), desk.customer()];
    desk.answers(met);
    const before = desk.clocks(met);
    desk.hours(["monday", "08:00", "10:00"], ["tuesday", "14:00", "18:00"]);
    await desk.sweep();
    expect(dueOf(open)).toBe("2026-11-24 15:00");
    expect(desk.ticket(open).slaDueAt).toBe(first(open)?.due_at ?? null);
    expect(desk.clocks(met)).toEqual(before);
    desk.set("holidays", JSON.stringify([{ date: "2026-11-24", spans: [] }]));
    await desk.sweep();
    expect(dueOf(open)).toBe("2026-11-30 09:00");
  });
});

describe("warning and miss", () => {
  const heard = () => {
    const events: string[] = [];
    desk.app.installation.bus.within(SlaWarned, () => void events.push("warned"));
    desk.app.installation.bus.within(
      SlaMissed,
      (_unit, { dueAt }) => void events.push(`missed ${shownTime(dueAt)}`),
    );
    return events;
  };
  const notified = () =>
    all<{ kind: string; user_id: number }>(
      desk.tenant.db,
      "SELECT kind, user_id FROM notification ORDER BY id",
    );

  test("the owner is warned at 80 %, and owner and supervisors of the queue hear of the miss", async () => {
    const supervisor = desk.attendant({ profile: "supervisor" });
    desk.attendant({ profile: "supervisor", queueIds: [desk.support] });
    desk.policy({ firstMinutes: 50 });
    const events = heard();
    const ticketId = desk.customer();
    desk.accept(ticketId);
    advance(40 * MINUTE);
    await desk.sweep();
    expect(stateOf(ticketId)).toBe("soon");
    expect(notified()).toEqual([{ kind: "sla_warning", user_id: desk.ana.actor.id }]);
    advance(11 * MINUTE);
    await desk.sweep();
    await desk.sweep();
    expect(stateOf(ticketId)).toBe("missed");
    expect(events).toEqual(["warned", "missed 2026-11-23 09:50"]);
    expect(notified().slice(1)).toEqual([
      { kind: "sla_missed", user_id: desk.ana.actor.id },
      { kind: "sla_missed", user_id: supervisor.actor.id },
    ]);
    const trail = all<{ kind: string; to_state: string }>(
      desk.tenant.db,
      "SELECT kind, to_state FROM ticket_event WHERE kind = 'sla_missed'",
    );
    expect(trail).toHaveLength(1);
    expect(JSON.parse(trail[0]?.to_state ?? "")).toMatchObject({ target: "first", policy: "Promessa 1" });
  });

  test("the miss of a waiting ticket reaches supervisors of its queue and admins", async () => {
    const supervisor = desk.attendant({ profile: "supervisor" });
    desk.policy({ firstMinutes: 50 });
    desk.customer();
    advance(HOUR);
    await desk.sweep();
    expect(notified().map(({ user_id }) => user_id)).toEqual([desk.boss.actor.id, supervisor.actor.id]);
  });

  test("after downtime warnings are skipped and misses have their true time", async () => {
    desk.policy({ firstMinutes: 50 });
    const events = heard();
    const [late, soon] = [desk.customer(), desk.customer()];
    desk.accept(late);
    desk.accept(soon);
    advance(45 * MINUTE);
    await desk.sweep();
    expect(stateOf(soon)).toBe("soon");
    advance(8 * HOUR);
    await desk.sweep();
    expect(events).toEqual(["missed 2026-11-23 09:50", "missed 2026-11-23 09:50"]);
  });

  test("an answer after the due time is a miss even if the job has not run", () => {
    desk.policy({ firstMinutes: 50 });
    const ticketId = desk.customer();
    advance(51 * MINUTE);
    desk.answers(ticketId);
    expect(outcomes(ticketId)).toEqual(["first missed"]);
    expect(desk.clocks(ticketId)[0]).toMatchObject({ taken_ms: 51 * MINUTE });
    expect(stateOf(ticketId)).toBeNull();
  });
});

describe("undo of a close", () => {
  test("it resumes the clocks that the close ended, and their figures leave the report", () => {
    desk.set("undoCloseSeconds", "10");
    desk.policy({ firstMinutes: 60, resolutionMinutes: 600 });
    const ticketId = desk.customer();
    const before = desk.clocks(ticketId);
    advance(MINUTE);
    desk.resolve(ticketId);
    expect(outcomes(ticketId)).toEqual(["first dropped", "resolution met"]);
    advance(3000);
    undoClose(desk.boss, ticketId);
    expect(desk.clocks(ticketId)).toEqual(before);
    expect(stateOf(ticketId)).toBe("running");
    expect(all(desk.tenant.db, "SELECT * FROM sla_daily WHERE met + missed > 0")).toEqual([]);
  });
});
