import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { refusal } from "#inbox/tickets/testing.ts";
import { clocksOf } from "./clocks.ts";
import { HOUR, MINUTE, openSlaDesk, type SlaDesk } from "./testing.ts";

let desk: SlaDesk;
beforeEach(() => {
  desk = openSlaDesk();
});
afterEach(() => desk.close());

const shown = (ticketId: number) =>
  clocksOf(desk.boss, ticketId).clocks.map(({ target, state, targetMs, elapsedMs, pausedMs }) => ({
    ...{ target, state, targetMs, elapsedMs, pausedMs },
  }));

describe("the promised times of a ticket", () => {
  test("a running clock shows how much of its open time has passed, and nights do not count", () => {
    desk.policy({ firstMinutes: 120 });
    desk.at("2026-11-24 17:30");
    const ticketId = desk.customer();
    desk.at("2026-11-25 08:15");
    expect(shown(ticketId)).toEqual([
      { target: "first", state: "running", targetMs: 2 * HOUR, elapsedMs: 45 * MINUTE, pausedMs: 0 },
    ]);
  });

  test("a pause is shown as time that did not count, while it lasts and after it", () => {
    desk.policy({ resolutionMinutes: 480 });
    const ticketId = desk.customer();
    desk.at("2026-11-23 09:30");
    desk.accept(ticketId);
    desk.answers(ticketId, { userId: desk.ana.actor.id });
    desk.at("2026-11-23 11:00");
    const counted = {
      target: "resolution" as const,
      targetMs: 8 * HOUR,
      elapsedMs: 30 * MINUTE,
      pausedMs: 90 * MINUTE,
    };
    expect(shown(ticketId)).toEqual([{ ...counted, state: "paused" }]);
    desk.again(ticketId);
    desk.at("2026-11-23 11:20");
    expect(shown(ticketId)).toEqual([{ ...counted, state: "running", elapsedMs: 50 * MINUTE }]);
  });

  test("a clock that has ended keeps the time it took", async () => {
    desk.policy({ firstMinutes: 60 });
    const ticketId = desk.customer();
    desk.at("2026-11-23 09:20");
    desk.accept(ticketId);
    desk.answers(ticketId, { userId: desk.ana.actor.id });
    desk.at("2026-11-25 09:20");
    await desk.sweep();
    expect(shown(ticketId)).toMatchObject([{ state: "met", elapsedMs: 20 * MINUTE, pausedMs: 0 }]);
  });

  test("a user who does not see the ticket gets 404 for its promised times", () => {
    desk.policy({ firstMinutes: 60 });
    const ticketId = desk.customer();
    const stranger = desk.attendant({ name: "Outro", queueIds: [desk.support] });
    expect(refusal(() => clocksOf(stranger, ticketId))).toMatchObject({
      status: 404,
      code: "ERR_NO_TICKET_FOUND",
    });
  });
});
