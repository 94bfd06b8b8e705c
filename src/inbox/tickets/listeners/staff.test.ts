import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { QueueDeleting, QueueEmptying } from "#accounts/queues/events.ts";
import { UserDeleted, UserEmptying, UserLeftQueues } from "#accounts/users/events.ts";
import { ConnectionDeleting, ConnectionEmptying } from "#channels/connections/events.ts";
import { requireConnection } from "#channels/connections/index.ts";
import { TicketQueued } from "#inbox/tickets/events.ts";
import { type Desk, openDesk, refusal } from "#inbox/tickets/testing.ts";
import type { Step } from "#tenants/in-steps.ts";
import { testConnection } from "#test/helpers/installation.ts";

let desk: Desk;
let queued: number[];
beforeEach(() => {
  desk = openDesk();
  queued = [];
  desk.app.installation.bus.within(TicketQueued, (_unit, { ticket }) => void queued.push(ticket.id));
});
afterEach(() => desk.close());

describe("an attendant who loses queues or is deleted", () => {
  test("a user who leaves a queue returns its open and offered tickets to it; tickets of other queues are unchanged", () => {
    const ana = desk.attendant({ queueIds: [desk.sales, desk.support] });
    const lost = desk.attended(ana, desk.sales);
    const kept = desk.attended(ana, desk.support);
    const given = desk.waiting(desk.sales);
    desk.distribute(given.id, ana.actor.id);
    const userId = ana.actor.id;
    desk.tenant.write((unit) => unit.emit(UserLeftQueues, { userId, queueIds: [desk.sales] }));
    expect(desk.ticket(lost.id)).toMatchObject({ status: "pending", userId: null, queueId: desk.sales });
    expect(desk.ticket(kept.id)).toMatchObject({ status: "open", userId });
    expect(desk.ticket(given.id).userDistributed).toBeNull();
    expect(queued).toEqual([lost.id, given.id]);
  });

  test("deleting a user returns all their tickets; closed tickets keep the user's name", () => {
    const ana = desk.attendant({ queueIds: [desk.sales, desk.support] });
    const open = [desk.attended(ana, desk.sales), desk.attended(ana, desk.support)];
    const closed = desk.attended(ana, desk.sales);
    desk.put(ana, closed.id, { status: "closed" });
    desk.tenant.write((unit) => unit.emit(UserDeleted, { userId: ana.actor.id }));
    for (const { id } of open) expect(desk.ticket(id)).toMatchObject({ status: "pending", userId: null });
    expect(desk.ticket(closed.id).userId).toBe(ana.actor.id);
  });
});

describe("an attendant with many tickets", () => {
  const stepsOf = (userId: number, queueIds: readonly number[] | null) => {
    const steps: Step[] = [];
    desk.tenant.write((unit) => unit.emit(UserEmptying, { userId, queueIds, steps }));
    return steps;
  };

  test("the tickets of a user who is about to be deleted return in steps of 10; a ticket closed before its step stays closed", () => {
    const ana = desk.attendant();
    const tickets = Array.from({ length: 26 }, () => desk.attended(ana, desk.sales));
    const steps = stepsOf(ana.actor.id, null);
    expect(steps).toHaveLength(3);
    const [first, last] = [tickets[0]?.id ?? 0, tickets[25]?.id ?? 0];
    desk.put(ana, last, { status: "closed" });
    for (const step of steps) desk.tenant.write(step);
    expect(desk.ticket(first)).toMatchObject({ status: "pending", userId: null, queueId: desk.sales });
    expect(desk.ticket(last)).toMatchObject({ status: "closed", userId: ana.actor.id });
  });

  test("steps return only tickets of the queues that the user is about to lose, and withdraw their offers", () => {
    const ana = desk.attendant({ queueIds: [desk.sales, desk.support] });
    const [lost, kept] = [desk.attended(ana, desk.sales), desk.attended(ana, desk.support)];
    const offered = desk.waiting(desk.sales);
    desk.distribute(offered.id, ana.actor.id);
    for (const step of stepsOf(ana.actor.id, [desk.sales])) desk.tenant.write(step);
    expect(desk.ticket(lost.id)).toMatchObject({ status: "pending", userId: null });
    expect(desk.ticket(kept.id)).toMatchObject({ status: "open", userId: ana.actor.id });
    expect(desk.ticket(offered.id).userDistributed).toBeNull();
  });
});

describe("deletion of a queue", () => {
  const remove = (moveToId: number | null) =>
    desk.tenant.write((unit) => unit.emit(QueueDeleting, { queueId: desk.sales, moveToId }));

  test("running tickets block the deletion of a queue, unless they are moved", () => {
    const ana = desk.attendant();
    const [waiting, open] = [desk.waiting(desk.sales), desk.attended(ana, desk.sales)];
    expect(refusal(() => remove(null))).toMatchObject({
      code: "ERR_QUEUE_HAS_TICKETS",
      status: 409,
      details: { count: 2 },
    });
    remove(desk.support);
    expect(desk.ticket(waiting.id)).toMatchObject({ status: "pending", queueId: desk.support });
    expect(desk.ticket(open.id)).toMatchObject({ userId: ana.actor.id, queueId: desk.support });
    expect(queued).toEqual([waiting.id]);
  });

  test("many tickets of a queue are moved in steps of 10; a ticket closed before its step stays where it is", () => {
    const waiting = Array.from({ length: 26 }, () => desk.waiting(desk.sales));
    const steps: Step[] = [];
    desk.tenant.write((unit) =>
      unit.emit(QueueEmptying, { queueId: desk.sales, moveToId: desk.support, steps }),
    );
    expect(steps).toHaveLength(3);
    const [first, last] = [waiting[0]?.id ?? 0, waiting[25]?.id ?? 0];
    desk.put(desk.admin(), last, { status: "closed" });
    for (const step of steps) desk.tenant.write(step);
    expect(desk.ticket(first)).toMatchObject({ queueId: desk.support, status: "pending" });
    expect(desk.ticket(last)).toMatchObject({ queueId: desk.sales, status: "closed" });
    remove(null);
  });

  test("closed tickets do not block the deletion of a queue", () => {
    const ana = desk.attendant();
    desk.put(ana, desk.attended(ana, desk.sales).id, { status: "closed" });
    remove(null);
  });
});

describe("deletion of a connection", () => {
  test("tickets are moved in steps of 10; between them the connection works with the rest", () => {
    const other = testConnection(desk.tenant);
    const waiting = Array.from({ length: 38 }, () => desk.waiting(desk.sales));
    const steps: Step[] = [];
    desk.tenant.write((unit) => {
      const [connection, moveTo] = [desk.connectionId, other].map((id) => requireConnection(unit.db, id));
      if (connection && moveTo) unit.emit(ConnectionEmptying, { connection, moveTo, steps });
    });
    expect(steps).toHaveLength(4);
    const left = () => waiting.filter(({ id }) => desk.ticket(id).connectionId === desk.connectionId).length;
    expect(steps.map((step) => [desk.tenant.write(step), left()][1])).toEqual([28, 18, 8, 0]);
  });

  const remove = (moveTo: number | null) =>
    desk.tenant.write((unit) =>
      unit.emit(ConnectionDeleting, {
        connection: requireConnection(unit.db, desk.connectionId),
        moveTo: moveTo === null ? null : requireConnection(unit.db, moveTo),
      }),
    );

  test("running tickets block the deletion of a connection, unless they are moved", () => {
    const other = testConnection(desk.tenant);
    const waiting = desk.waiting(desk.sales);
    const both = desk.waiting(desk.sales);
    const there = desk.waiting(desk.sales, { contactId: both.contactId, connectionId: other });
    expect(refusal(() => remove(null))).toMatchObject({
      code: "ERR_CONNECTION_HAS_TICKETS",
      details: { count: 2 },
    });
    remove(other);
    expect(desk.ticket(waiting.id)).toMatchObject({ connectionId: other, status: "pending" });
    expect(desk.ticket(both.id)).toMatchObject({ status: "closed", closeReason: "merged" });
    expect(desk.ticket(there.id).status).toBe("pending");
  });
});
