import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import * as v from "valibot";
import { type Desk, openDesk } from "#inbox/tickets/testing.ts";
import { one } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { BulkActions } from "./contract.ts";
import { ActionRefused, runActions } from "./run-actions.ts";

let desk: Desk;
let ana: UserCtx;
beforeEach(() => {
  desk = openDesk();
  ana = desk.attendant({ name: "Ana" });
});
afterEach(() => desk.close());

const notes = (id: number) =>
  one<{ n: number }>(desk.tenant.db, "SELECT count(*) AS n FROM ticket_note WHERE ticket_id = ?", id)?.n;

describe("actions on a ticket", () => {
  test("actions run in their order, and a refused one leaves the ticket as it was and names its place", () => {
    const { id } = desk.waiting(desk.sales);
    const bia = desk.attendant({ name: "Bia" });
    let refused: unknown;
    try {
      runActions(ana, id, [
        { action: "note", text: "primeiro" },
        { action: "priority", priority: 4 },
        { action: "assign", userId: 999_999 },
      ]);
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(ActionRefused);
    expect(refused).toMatchObject({ index: 2, error: { code: "ERR_NO_USER_FOUND" } });
    expect([notes(id), desk.ticket(id).priority]).toEqual([0, 2]);
    expect(
      runActions(ana, id, [
        { action: "priority", priority: 4 },
        { action: "assign", userId: bia.actor.id },
      ]),
    ).toBe(true);
    expect(desk.ticket(id)).toMatchObject({ priority: 4, status: "open", userId: bia.actor.id });
  });

  test("an assignment to oneself accepts a waiting ticket, and what is so already changes nothing", () => {
    const { id } = desk.waiting(desk.sales);
    expect(runActions(ana, id, [{ action: "assign", userId: "me" }])).toBe(true);
    expect(desk.ticket(id)).toMatchObject({ status: "open", userId: ana.actor.id });
    expect(
      runActions(ana, id, [
        { action: "assign", userId: "me" },
        { action: "priority", priority: 2 },
      ]),
    ).toBe(false);
    expect(runActions(ana, id, [{ action: "transfer", queueId: desk.sales }])).toBe(false);
    expect(runActions(ana, id, [{ action: "resolve", farewell: false }])).toBe(true);
    expect(runActions(ana, id, [{ action: "resolve", farewell: false }])).toBe(false);
  });

  test("a snooze ends after its minutes, or when the company opens", () => {
    const { id } = desk.attended(ana, desk.sales);
    const now = desk.tenant.clock.now();
    runActions(ana, id, [{ action: "snooze", mode: "time", minutes: 30 }]);
    expect(desk.ticket(id).snoozedUntil).toBe(now + 30 * 60_000);
    const local = (at: number | null) =>
      new Date(at ?? 0).toLocaleString("en-GB", {
        timeZone: "America/Sao_Paulo",
        weekday: "long",
        hour: "2-digit",
      });
    runActions(ana, id, [{ action: "snooze", mode: "either", opening: "monday" }]);
    expect(local(desk.ticket(id).snoozedUntil)).toContain("Monday");
    expect(local(desk.ticket(id).snoozedUntil)).toContain("08");
  });

  test("nothing may follow a transfer, return or resolve", () => {
    const last = [
      { action: "return" },
      { action: "transfer", queueId: 1 },
      { action: "resolve", farewell: true },
    ];
    const priority = { action: "priority", priority: 1 };
    for (const action of last) {
      expect(v.is(BulkActions, [priority, action])).toBe(true);
      expect(v.is(BulkActions, [action, priority])).toBe(false);
    }
  });
});
