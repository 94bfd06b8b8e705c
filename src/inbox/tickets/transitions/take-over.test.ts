import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { TicketTransferred } from "#inbox/tickets/events.ts";
import { ticketHistory } from "#inbox/tickets/history/history.ts";
import { runningTracking } from "#inbox/tickets/history/tracking.ts";
import { type Desk, openDesk, refusal } from "#inbox/tickets/testing.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { takeOver } from "./take-over.ts";

let desk: Desk;
let ana: UserCtx;
let chief: UserCtx;
let ticketId: number;
beforeEach(() => {
  desk = openDesk();
  ana = desk.attendant({ name: "Ana", queueIds: [desk.sales] });
  chief = desk.attendant({ name: "Chefe", profile: "supervisor", queueIds: [desk.sales] });
  ticketId = desk.attended(ana, desk.sales).id;
});
afterEach(() => desk.close());

const take = (by: UserCtx, more: { fromUserId?: number; silent?: boolean; reason?: string } = {}) =>
  takeOver(by, ticketId, { fromUserId: ana.actor.id, ...more });

describe("a take-over", () => {
  test("a take-over makes an admin or supervisor the attendant; queue and connection are unchanged", () => {
    for (const by of [chief, desk.admin()]) {
      const from = desk.ticket(ticketId).userId ?? 0;
      const before = desk.ticket(ticketId);
      const ticket = take(by, { fromUserId: from });
      expect(ticket).toMatchObject({ status: "open", userId: by.actor.id, queueId: before.queueId });
      expect(desk.ticket(ticketId).connectionId).toBe(before.connectionId);
      expect(runningTracking(desk.tenant.db, ticketId)?.userId).toBe(by.actor.id);
    }
  });

  test("a take-over is recorded with both names, and its reason as a note", () => {
    take(chief, { reason: "Ana saiu mais cedo" });
    const { events } = ticketHistory(chief, ticketId);
    expect(events.at(-1)).toMatchObject({
      kind: "taken_over",
      actor: { name: "Chefe" },
      from: { userId: ana.actor.id },
      to: { userId: chief.actor.id },
    });
  });

  test("a take-over by an attendant is rejected, even in the same queue", () => {
    const bruno = desk.attendant({ queueIds: [desk.sales] });
    expect(refusal(() => take(bruno))).toMatchObject({ status: 403, code: "ERR_NO_PERMISSION" });
    expect(desk.ticket(ticketId).userId).toBe(ana.actor.id);
  });

  test("a take-over by a supervisor of another queue gets 404", () => {
    const other = desk.attendant({ profile: "supervisor", queueIds: [desk.support] });
    expect(refusal(() => take(other))).toMatchObject({ status: 404, code: "ERR_NO_TICKET_FOUND" });
  });

  test("a take-over of one's own, a waiting or a closed ticket is rejected", () => {
    take(chief);
    expect(refusal(() => take(chief, { fromUserId: chief.actor.id }))).toMatchObject({
      code: "ERR_TICKET_NOT_OPEN",
    });
    desk.put(chief, ticketId, { status: "closed" });
    expect(refusal(() => take(desk.admin()))).toMatchObject({ status: 409, code: "ERR_TICKET_NOT_OPEN" });
    ticketId = desk.waiting(desk.sales).id;
    expect(refusal(() => take(chief))).toMatchObject({ status: 409, code: "ERR_TICKET_NOT_OPEN" });
  });

  test("of two concurrent take-overs one succeeds; the other gets the name of the attendant", () => {
    take(chief);
    expect(refusal(() => take(desk.admin()))).toMatchObject({
      status: 409,
      code: "ERR_TICKET_CHANGED",
      details: { userId: chief.actor.id, user: { name: "Chefe" } },
    });
  });

  test("a take-over emits a transfer; with silent, the contact gets no text", () => {
    const seen: (boolean | undefined)[] = [];
    desk.app.installation.bus.within(TicketTransferred, (_unit, { silent }) => void seen.push(silent));
    take(chief);
    take(desk.admin(), { fromUserId: chief.actor.id, silent: true });
    expect(seen).toEqual([false, true]);
  });

  test("a take-over notifies only the former attendant", () => {
    take(chief);
    expect(desk.broadcasts.to(ana, "notification")).toMatchObject([
      { action: "create", notification: { kind: "taken_over", ticketId, by: { name: "Chefe" } }, unread: 1 },
    ]);
    expect(desk.broadcasts.to(chief, "notification")).toEqual([]);
  });
});
