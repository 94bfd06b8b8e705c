import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { TicketPrioritised } from "#inbox/tickets/events.ts";
import { ticketHistory } from "#inbox/tickets/history/history.ts";
import { type Desk, openDesk, refusal } from "#inbox/tickets/testing.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { prioritise } from "./prioritise.ts";

let desk: Desk;
let ana: UserCtx;
beforeEach(() => {
  desk = openDesk();
  ana = desk.attendant({ name: "Ana" });
});
afterEach(() => desk.close());

describe("the priority of a ticket", () => {
  test("a new ticket has normal priority, and a user who sees the ticket changes it", () => {
    const { id } = desk.waiting(desk.sales);
    expect(desk.ticket(id).priority).toBe(2);
    const { updatedAt } = desk.ticket(id);
    desk.app.clock.advance(60_000);
    expect(prioritise(ana, id, 4)).toMatchObject({ priority: 4 });
    expect(desk.ticket(id).updatedAt).toBe(updatedAt);
  });

  test("a changed priority is in the history with its author, and is broadcast to users who see the ticket", () => {
    const other = desk.attendant({ queueIds: [desk.support] });
    const told: (number | null)[] = [];
    desk.app.installation.live.after(TicketPrioritised, (_, { previous, ticket, userId }) => {
      expect([previous.priority, ticket.priority]).toEqual([2, 3]);
      told.push(userId);
    });
    const { id } = desk.waiting(desk.sales);
    desk.broadcasts.all.splice(0);
    prioritise(ana, id, 3);
    prioritise(ana, id, 3);
    expect(ticketHistory(ana, id).events.filter(({ kind }) => kind === "priority")).toMatchObject([
      { actor: { name: "Ana" }, to: { priority: 3 } },
    ]);
    expect(told).toEqual([ana.actor.id]);
    expect(desk.broadcasts.to(ana, "ticket")).toMatchObject([{ action: "update", ticket: { priority: 3 } }]);
    expect(desk.broadcasts.to(other, "ticket")).toEqual([]);
  });

  test("a user who does not see the ticket gets 404", () => {
    const { id } = desk.waiting(desk.support);
    expect(refusal(() => prioritise(ana, id, 4))).toMatchObject({ status: 404, code: "ERR_NO_TICKET_FOUND" });
  });

  test("the priority is kept by transfer, return, close and reuse, and a new ticket of the contact is normal", () => {
    const { id, contactId } = desk.attended(ana, desk.sales);
    prioritise(ana, id, 4);
    desk.put(ana, id, { status: "pending" });
    desk.put(ana, id, { queueId: desk.support });
    const admin = desk.admin();
    desk.put(admin, id, { status: "closed" });
    expect(desk.writes(contactId).ticket).toMatchObject({ id, priority: 4 });
    desk.put(admin, id, { status: "closed" });
    desk.app.clock.advance(90 * 60_000);
    expect(desk.writes(contactId).ticket.priority).toBe(2);
  });
});
