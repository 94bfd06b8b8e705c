import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { runningTracking } from "#inbox/tickets/history/tracking.ts";
import type { Tracking } from "#inbox/tickets/schema.ts";
import { type Desk, openDesk } from "#inbox/tickets/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import { testConnection } from "#test/helpers/installation.ts";
import { createTicket } from "./create.ts";

const MINUTE = 60_000;
let desk: Desk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.close());

const attendances = (ticketId: number) =>
  all<Tracking>(desk.tenant.db, "SELECT * FROM ticket_period WHERE ticket_id = ?", ticketId);
const kinds = (ticketId: number) =>
  all<{ kind: string }>(
    desk.tenant.db,
    "SELECT kind FROM ticket_event WHERE ticket_id = ? ORDER BY id",
    ticketId,
  ).map(({ kind }) => kind);

describe("a message of a customer", () => {
  test("a first message creates a pending ticket with an unread message, a protocol and a running attendance", () => {
    const { ticket, outcome } = desk.writes(desk.contact(), "bom dia");
    expect(outcome).toBe("created");
    expect(ticket).toMatchObject({
      status: "pending",
      unreadMessages: 1,
      userId: null,
      queueId: null,
      lastMessage: "bom dia",
      origin: "contact",
      waitingSince: desk.app.clock.now(),
    });
    expect(ticket.protocol).toBe("2026112000001");
    expect(runningTracking(desk.tenant.db, ticket.id)?.startedAt).toBeNull();
    expect(kinds(ticket.id)).toEqual(["created"]);
  });

  test("another message is stored in the running ticket, and the wait counts from the first message", () => {
    const contact = desk.contact();
    const first = desk.writes(contact).ticket;
    desk.app.clock.advance(MINUTE);
    const second = desk.writes(contact);
    expect(second.outcome).toBe("existing");
    expect(second.ticket).toMatchObject({
      id: first.id,
      unreadMessages: 2,
      waitingSince: first.waitingSince,
      updatedAt: desk.app.clock.now(),
    });
  });

  test("a contact has a separate ticket on each connection", () => {
    const contact = desk.contact();
    const other = testConnection(desk.tenant);
    expect(desk.writes(contact).ticket.id).not.toBe(
      desk.writes(contact, "oi", { connectionId: other }).ticket.id,
    );
  });

  test("a new ticket on a connection with one queue immediately gets that queue", () => {
    const connectionId = testConnection(desk.tenant, { queueIds: [desk.sales] });
    const { ticket } = desk.writes(desk.contact(), "oi", { connectionId });
    expect(ticket.queueId).toBe(desk.sales);
    expect(runningTracking(desk.tenant.db, ticket.id)?.queuedAt).toBe(desk.app.clock.now());
  });
});

describe("a message after the close", () => {
  const closedTicket = () => {
    const ana = desk.attendant();
    const ticket = desk.attended(ana, desk.sales);
    desk.put(ana, ticket.id, { status: "closed" });
    return { ana, ticket: desk.ticket(ticket.id) };
  };

  test("a message within the hour after the close reopens the ticket as pending, without attendant, in a new attendance", () => {
    const { ticket } = closedTicket();
    desk.app.clock.advance(60 * MINUTE);
    const again = desk.writes(ticket.contactId);
    expect(again.outcome).toBe("reused");
    expect(again.ticket).toMatchObject({
      id: ticket.id,
      protocol: ticket.protocol,
      status: "pending",
      userId: null,
      queueId: desk.sales,
      unreadMessages: 1,
      closedAt: null,
      closeReason: null,
    });
    expect(attendances(ticket.id)).toHaveLength(2);
    expect(kinds(ticket.id)).toEqual(["created", "accepted", "closed", "reused"]);
  });

  test("a message more than an hour after the close creates a new ticket", () => {
    const { ticket } = closedTicket();
    desk.app.clock.advance(60 * MINUTE + 1);
    const again = desk.writes(ticket.contactId);
    expect(again.outcome).toBe("created");
    expect(again.ticket.id).not.toBe(ticket.id);
  });

  test("whether a ticket is reopened depends on when the customer wrote, not on when the message was processed", () => {
    const { ticket } = closedTicket();
    const at = desk.app.clock.now() + 10 * MINUTE;
    desk.app.clock.advance(600 * MINUTE);
    expect(desk.writes(ticket.contactId, "oi", { at }).ticket.id).toBe(ticket.id);
  });

  test("a connection with a reopening time of 0 always creates a new ticket", () => {
    const { ticket } = closedTicket();
    run(desk.tenant.db, "UPDATE connection SET time_create_new_ticket_minutes = 0");
    expect(desk.writes(ticket.contactId).outcome).toBe("created");
  });

  test("a ticket closed as merged is never reopened by a message", () => {
    const { ticket } = closedTicket();
    run(desk.tenant.db, "UPDATE ticket SET close_reason = 'merged'");
    expect(desk.writes(ticket.contactId).outcome).toBe("created");
  });

  test("a group always reuses its only ticket", () => {
    const { ticket } = closedTicket();
    run(desk.tenant.db, "UPDATE contact SET is_group = 1 WHERE id = ?", ticket.contactId);
    desk.app.clock.advance(100_000 * MINUTE);
    expect(desk.writes(ticket.contactId).ticket.id).toBe(ticket.id);
  });

  test("with keepUserOnReopen, a reopened ticket gets its former attendant, if still active in the queue", () => {
    const { ana, ticket } = closedTicket();
    run(desk.tenant.db, "UPDATE connection SET keep_user_on_reopen = 1");
    expect(desk.writes(ticket.contactId).ticket).toMatchObject({ status: "open", userId: ana.actor.id });
    expect(runningTracking(desk.tenant.db, ticket.id)?.startedAt).toBe(desk.app.clock.now());
  });

  test("a reopened ticket is pending when its former attendant left the queue or the company", () => {
    for (const leave of ["DELETE FROM user_queue", "UPDATE user SET deleted_at = 1"]) {
      const { ticket } = closedTicket();
      run(desk.tenant.db, "UPDATE connection SET keep_user_on_reopen = 1");
      run(desk.tenant.db, leave);
      expect(desk.writes(ticket.contactId).ticket).toMatchObject({ status: "pending", userId: null });
    }
  });
});

describe("protocols", () => {
  test("protocol numbers count the tickets of a day in the company's time zone, with at least five digits", () => {
    const first = desk.writes(desk.contact()).ticket;
    run(desk.tenant.db, "UPDATE protocol_counter SET last = 99999");
    const later = desk.writes(desk.contact()).ticket;
    expect([first.protocol, later.protocol]).toEqual(["2026112000001", "20261120100000"]);
  });

  test("protocol numbers restart at midnight of the company, not of the server", () => {
    desk.writes(desk.contact());
    // 02:30 UTC of the 21st is 23:30 of the 20th in São Paulo.
    desk.app.clock.set(Date.UTC(2026, 10, 21, 2, 30));
    expect(desk.writes(desk.contact()).ticket.protocol).toBe("2026112000002");
    desk.app.clock.set(Date.UTC(2026, 10, 21, 3, 0));
    expect(desk.writes(desk.contact()).ticket.protocol).toBe("2026112100001");
  });
});

test("the database allows only one running ticket per contact and connection", () => {
  const { ticket } = desk.writes(desk.contact());
  expect(() =>
    desk.tenant.write((unit) => createTicket(unit, { ...ticket, status: "open", origin: "user" }, null)),
  ).toThrow("UNIQUE constraint failed");
  expect(one<{ n: number }>(desk.tenant.db, "SELECT count(*) AS n FROM ticket")).toEqual({ n: 1 });
});
