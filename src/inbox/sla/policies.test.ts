import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { changeTags } from "#inbox/tickets/index.ts";
import { snoozeTicket } from "#inbox/tickets/snooze/snooze.ts";
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

describe("the policy of a ticket", () => {
  const vip = { all: [{ field: "priority", op: "in", value: [4] }] };

  test("the first matching active policy applies, and is chosen again when priority, queue or tags change", () => {
    const normal = desk.policy({ firstMinutes: 120 });
    const urgent = desk.policy({ firstMinutes: 30, conditions: vip });
    updatePolicy(desk.boss, normal.id, {
      conditions: { all: [{ field: "priority", op: "not_in", value: [4] }] },
    });
    const ticketId = desk.customer();
    expect(dueOf(ticketId)).toBe("2026-11-23 11:00");
    advance(10 * MINUTE);
    prioritise(desk.ana, ticketId, 4);
    // The ten elapsed minutes count against the thirty minutes of the new policy.
    const [old, now] = desk.clocks(ticketId);
    expect(old?.dropped_at).not.toBeNull();
    expect(shownTime(now?.due_at ?? 0)).toBe("2026-11-23 09:30");
    expect(desk.ticket(ticketId).slaPolicyId).toBe(urgent.id);
  });

  test("a paused clock whose policy is changed to less than the elapsed time is missed when the hours are open", async () => {
    const { id } = desk.policy({ resolutionMinutes: 120 });
    const shortened = async (minutes: number, time: string) => {
      updatePolicy(desk.boss, id, { resolutionMinutes: 120 });
      const ticketId = desk.customer();
      desk.accept(ticketId);
      advance(HOUR);
      snoozeTicket(desk.ana, ticketId, { mode: "reply" });
      desk.at(time);
      updatePolicy(desk.boss, id, { resolutionMinutes: minutes });
      await desk.sweep();
      const [clock] = desk.clocks(ticketId);
      return [clock?.paused_at ?? null, shownTime(clock?.due_at ?? 0), stateOf(ticketId)];
    };
    expect(await shortened(60, "2026-11-23 11:00")).toEqual([null, "2026-11-23 11:00", "missed"]);
    expect(await shortened(50, "2026-11-23 20:00")).toEqual([null, "2026-11-24 08:00", "soon"]);
    desk.at("2026-11-24 08:00");
    await desk.sweep();
    expect(all(desk.tenant.db, "SELECT 1 FROM sla_clock WHERE missed_at IS NULL")).toEqual([]);
  });

  test("a ticket that is moved to a queue without a policy has no open clocks", async () => {
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

  test("adding a tag chooses the policy again in the same transaction", () => {
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

  test("a new policy does not apply to a running attendance until it changes", () => {
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
  test("a change of hours recomputes open clocks and keeps finished ones", async () => {
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

  test("the attendant is warned at 80 %, and the attendant and the supervisors of the queue are notified of the miss", async () => {
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

  test("supervisors of the queue and admins are notified when a waiting ticket misses its time", async () => {
    const supervisor = desk.attendant({ profile: "supervisor" });
    desk.policy({ firstMinutes: 50 });
    desk.customer();
    advance(HOUR);
    await desk.sweep();
    expect(notified().map(({ user_id }) => user_id)).toEqual([desk.boss.actor.id, supervisor.actor.id]);
  });

  test("after downtime late warnings are skipped, and misses are recorded with their due time", async () => {
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

  test("an answer after the due time counts as missed even if the job has not run", () => {
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
  test("the undo of a close resumes the clocks that the close ended, and removes them from the report", () => {
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

  test("a tag that the ticket gets before the undo of its close chooses the policy again", () => {
    desk.set("undoCloseSeconds", "10");
    const tag = run(
      desk.tenant.db,
      "INSERT INTO tag (name, color, created_at, updated_at) VALUES ('VIP', '#ff0000', 0, 0)",
    ).id;
    const vip = desk.policy({
      firstMinutes: 30,
      conditions: { all: [{ field: "tags", op: "any_of", value: [tag] }] },
    });
    const ticketId = desk.customer();
    expect(desk.ticket(ticketId).slaPolicyId).toBeNull();
    desk.resolve(ticketId);
    changeTags(desk.boss, ticketId, "add", [tag]);
    undoClose(desk.boss, ticketId);
    expect(desk.ticket(ticketId).slaPolicyId).toBe(vip.id);
    expect(outcomes(ticketId)).toEqual(["first open"]);
  });
});
