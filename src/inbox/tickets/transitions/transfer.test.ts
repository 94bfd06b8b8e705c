import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { TicketQueued, TicketTransferred } from "#inbox/tickets/events.ts";
import { runningTracking } from "#inbox/tickets/history/tracking.ts";
import { type Desk, openDesk, refusal } from "#inbox/tickets/testing.ts";
import { all, run } from "#platform/db/database.ts";
import { testConnection } from "#test/helpers/installation.ts";
import { transferTicket } from "./transfer.ts";

const MINUTE = 60_000;
let desk: Desk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.close());
const transfer = (by: ReturnType<Desk["attendant"]>, id: number, body: Parameters<Desk["put"]>[2]) =>
  desk.put(by, id, body);

describe("transferring", () => {
  test("a ticket transferred to a queue waits there, and the customer's wait continues", () => {
    const queued: number[] = [];
    desk.app.installation.bus.within(TicketQueued, (_unit, { ticket }) => void queued.push(ticket.id));
    const ana = desk.attendant();
    const { id, waitingSince } = desk.attended(ana, desk.sales);
    desk.app.clock.advance(MINUTE);
    const body = {
      userId: null,
      queueId: desk.support,
      status: "pending" as const,
      whatsappId: desk.connectionId,
    };
    expect(transfer(ana, id, body)).toMatchObject({
      status: "pending",
      userId: null,
      queue: { name: "Suporte" },
    });
    expect(desk.ticket(id).waitingSince).toBe(waitingSince);
    expect(runningTracking(desk.tenant.db, id)).toMatchObject({
      queueId: desk.support,
      queuedAt: desk.app.clock.now(),
      startedAt: null,
      userId: null,
    });
    expect(queued).toEqual([id]);
  });

  test("a ticket transferred to a user is open with its unread messages, and the user is notified", () => {
    const [ana, bia] = [desk.attendant({ name: "Ana" }), desk.attendant({ name: "Bia" })];
    const ticket = desk.attended(ana, desk.sales);
    desk.writes(ticket.contactId);
    transfer(ana, ticket.id, { userId: bia.actor.id });
    expect(desk.ticket(ticket.id)).toMatchObject({ status: "open", userId: bia.actor.id, unreadMessages: 1 });
    expect(runningTracking(desk.tenant.db, ticket.id)).toMatchObject({ userId: bia.actor.id });
    expect(desk.broadcasts.to(bia, "notice")).toMatchObject([
      { code: "ticket_transferred", details: { ticketId: ticket.id, by: "Ana" } },
    ]);
    expect(desk.broadcasts.to(ana, "notice")).toEqual([]);
  });

  test("a transfer to a queue and a user requires that the user is in the queue, or an admin", () => {
    const ana = desk.attendant();
    const theirs = desk.attendant({ queueIds: [desk.support] });
    const { id } = desk.attended(ana, desk.sales);
    const give = (userId: number, queueId = desk.support) =>
      refusal(() => transfer(ana, id, { userId, queueId })).code;
    expect(give(theirs.actor.id, desk.sales)).toBe("ERR_USER_NOT_IN_QUEUE");
    expect(give(999)).toBe("ERR_NO_USER_FOUND");
    const gone = desk.attendant({ queueIds: [desk.support] });
    run(desk.tenant.db, "UPDATE user SET deleted_at = 1 WHERE id = ?", gone.actor.id);
    expect(give(gone.actor.id)).toBe("ERR_NO_USER_FOUND");
    expect(transfer(ana, id, { userId: theirs.actor.id, queueId: desk.support }).userId).toBe(
      theirs.actor.id,
    );
    const admin = desk.admin();
    expect(transfer(theirs, id, { userId: admin.actor.id }).userId).toBe(admin.actor.id);
  });

  test("a transfer to an unknown queue is rejected", () => {
    const ana = desk.attendant();
    const { id } = desk.attended(ana, desk.sales);
    expect(refusal(() => transfer(ana, id, { queueId: null })).code).toBe("ERR_QUEUE_REQUIRED");
    expect(refusal(() => transfer(ana, id, { queueId: 99 })).code).toBe("ERR_NO_QUEUE_FOUND");
    const unqueued = desk.waiting(null);
    const admin = desk.admin();
    expect(refusal(() => transfer(admin, unqueued.id, { userId: ana.actor.id })).code).toBe(
      "ERR_QUEUE_REQUIRED",
    );
    expect(transfer(admin, unqueued.id, { queueId: desk.sales })).toMatchObject({ status: "pending" });
  });

  test("a transfer is allowed to the owner, supervisors and admins, and for waiting tickets to all who see them", () => {
    const [ana, bia] = [desk.attendant(), desk.attendant()];
    const supervisor = desk.attendant({ profile: "supervisor" });
    const { id } = desk.attended(ana, desk.sales);
    const toBia = { userId: bia.actor.id };
    expect(refusal(() => transfer(bia, id, { queueId: desk.support })).code).toBe("ERR_NO_PERMISSION");
    expect(refusal(() => transfer(bia, id, { ...toBia, status: "open" })).code).toBe(
      "ERR_TICKET_ALREADY_ACCEPTED",
    );
    expect(transfer(supervisor, id, toBia).userId).toBe(bia.actor.id);
    const waiting = desk.waiting(desk.sales);
    desk.distribute(waiting.id, ana.actor.id);
    expect(refusal(() => transfer(bia, waiting.id, { queueId: desk.support })).code).toBe(
      "ERR_NO_TICKET_FOUND",
    );
    expect(transfer(ana, waiting.id, { queueId: desk.support }).queueId).toBe(desk.support);
  });

  test("the reason of a transfer is stored as a note of the caller", () => {
    const ana = desk.attendant();
    const { id } = desk.attended(ana, desk.sales);
    transfer(ana, id, { queueId: desk.support, reason: " quer trocar o roteador " });
    expect(all(desk.tenant.db, "SELECT ticket_id, user_id, note FROM ticket_note")).toEqual([
      { ticket_id: id, user_id: ana.actor.id, note: "quer trocar o roteador" },
    ]);
  });

  test("a transfer of a ticket that changed since it was read gets 409", () => {
    const ana = desk.attendant();
    const read = desk.attended(ana, desk.sales);
    desk.put(ana, read.id, { status: "pending" });
    const late = () =>
      desk.tenant.write((unit) => transferTicket(unit, ana.actor, read, { queueId: desk.support }));
    expect(refusal(late)).toMatchObject({ status: 409, code: "ERR_TICKET_CHANGED" });
    expect(desk.ticket(read.id).queueId).toBe(desk.sales);
    // Owner and status are the same again, but the ticket changed since it was read.
    desk.app.clock.advance(1);
    desk.put(ana, read.id, { status: "open" });
    expect(refusal(late).code).toBe("ERR_TICKET_CHANGED");
  });
});

describe("transferring to another connection", () => {
  test("a transfer to another connection does not change attendant and status", () => {
    const ana = desk.attendant();
    const { id } = desk.attended(ana, desk.sales);
    const whatsappId = testConnection(desk.tenant);
    const before = runningTracking(desk.tenant.db, id);
    expect(transfer(ana, id, { whatsappId })).toMatchObject({
      status: "open",
      userId: ana.actor.id,
      whatsappId,
    });
    expect(runningTracking(desk.tenant.db, id)).toMatchObject({
      startedAt: before?.startedAt ?? 0,
      connectionId: whatsappId,
    });
  });

  test("a transfer to another channel, or to a connection with a running ticket, is rejected", () => {
    const ana = desk.attendant();
    const ticket = desk.attended(ana, desk.sales);
    const page = testConnection(desk.tenant);
    run(desk.tenant.db, "UPDATE connection SET channel = 'facebook' WHERE id = ?", page);
    const busy = testConnection(desk.tenant);
    desk.writes(ticket.contactId, "oi", { connectionId: busy });
    const move = (whatsappId: number) => refusal(() => transfer(ana, ticket.id, { whatsappId })).code;
    expect([move(page), move(busy), move(99)]).toEqual([
      "ERR_NOT_SUPPORTED",
      "ERR_OTHER_OPEN_TICKET",
      "ERR_NO_WAPP_FOUND",
    ]);
  });
});

test("a transfer event contains the previous state, by which the text to the customer is chosen", () => {
  const told: string[] = [];
  desk.app.installation.bus.within(TicketTransferred, (_unit, { previous, ticket }) => {
    told.push(
      `${previous.queueId !== ticket.queueId} ${ticket.userId !== previous.userId && ticket.userId !== null}`,
    );
  });
  const [ana, bia] = [desk.attendant(), desk.attendant({ queueIds: [desk.sales, desk.support] })];
  transfer(ana, desk.attended(ana, desk.sales).id, { queueId: desk.support });
  transfer(ana, desk.attended(ana, desk.sales).id, { userId: bia.actor.id });
  transfer(ana, desk.attended(ana, desk.sales).id, { queueId: desk.support, userId: bia.actor.id });
  expect(told).toEqual(["true false", "false true", "true true"]);
});
