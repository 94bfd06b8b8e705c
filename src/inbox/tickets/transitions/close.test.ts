import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type SettledClose, TicketCloseSettled } from "#inbox/tickets/events.ts";
import { runningTracking } from "#inbox/tickets/history/tracking.ts";
import { type Desk, openDesk, refusal } from "#inbox/tickets/testing.ts";
import { all, run } from "#platform/db/database.ts";

const MINUTE = 60_000;
let desk: Desk;
let closings: SettledClose[];
beforeEach(() => {
  desk = openDesk();
  closings = [];
  desk.app.installation.bus.within(TicketCloseSettled, (_unit, closing) => void closings.push(closing));
});
afterEach(() => desk.close());

describe("closing", () => {
  test("a close ends the attendance and keeps attendant and queue", () => {
    const ana = desk.attendant();
    const { id } = desk.attended(ana, desk.sales);
    run(
      desk.tenant.db,
      "UPDATE ticket SET chatbot = 1, use_integration = 1, bot_menus_sent = 2, unread_messages = 3",
    );
    desk.app.clock.advance(MINUTE);
    desk.put(ana, id, { status: "closed", userId: ana.actor.id, queueId: desk.sales });
    expect(desk.ticket(id)).toMatchObject({
      status: "closed",
      closeReason: "user",
      closedAt: desk.app.clock.now(),
      closedBy: ana.actor.id,
      userId: ana.actor.id,
      queueId: desk.sales,
      unreadMessages: 0,
      chatbot: false,
      useIntegration: false,
      botMenusSent: 0,
      waitingSince: null,
    });
    expect(runningTracking(desk.tenant.db, id)).toBeUndefined();
    expect(all(desk.tenant.db, "SELECT finished_at FROM ticket_period")).toEqual([
      { finished_at: desk.app.clock.now() },
    ]);
  });

  test("a close of a closed ticket changes nothing and emits nothing", () => {
    const ana = desk.attendant();
    const { id } = desk.attended(ana, desk.sales);
    desk.put(ana, id, { status: "closed" });
    const before = desk.ticket(id);
    desk.app.clock.advance(MINUTE);
    desk.put(ana, id, { status: "closed" });
    expect(desk.ticket(id)).toEqual(before);
    expect(closings).toHaveLength(1);
  });

  test("a waiting ticket can be closed by users of its queue, an open one by owner, supervisor and admin", () => {
    const [ana, bia] = [desk.attendant(), desk.attendant()];
    expect(desk.put(bia, desk.waiting(desk.sales).id, { status: "closed" }).status).toBe("closed");
    const { id } = desk.attended(ana, desk.sales);
    expect(refusal(() => desk.put(bia, id, { status: "closed" })).code).toBe("ERR_NO_PERMISSION");
    expect(desk.put(desk.attendant({ profile: "supervisor" }), id, { status: "closed" }).status).toBe(
      "closed",
    );
  });

  test("a settled close sends no text when it was silent, in a group, or when the customer never wrote", () => {
    const ana = desk.attendant();
    const close = (silent = false) => {
      const { id } = desk.attended(ana, desk.sales);
      return (prepare = "SELECT 1") => {
        if (prepare !== "SELECT 1") run(desk.tenant.db, `${prepare} WHERE id = ?`, id);
        desk.put(ana, id, { status: "closed", silent });
        return closings.at(-1)?.texts;
      };
    };
    expect(close()()).toBe(true);
    expect(close(true)()).toBe(false);
    expect(close()("UPDATE ticket SET is_group = 1")).toBe(false);
    expect(close()("UPDATE ticket SET last_customer_message_at = NULL")).toBe(false);
  });

  test("the event of a settled close states whether the customer wrote in this attendance", () => {
    const ana = desk.attendant();
    const { id } = desk.attended(ana, desk.sales);
    desk.put(ana, id, { status: "closed" });
    desk.app.clock.advance(MINUTE);
    desk.put(ana, id, { status: "open" });
    desk.put(ana, id, { status: "closed" });
    expect(closings.map(({ contactWrote, texts }) => [contactWrote, texts])).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  test("a first message three hours older than its attendance counts as written by the contact in that attendance", () => {
    const ana = desk.attendant();
    const at = desk.app.clock.now() - 3 * 60 * MINUTE;
    const { ticket } = desk.writes(desk.contact(), "oi", { at });
    run(desk.tenant.db, "UPDATE ticket SET queue_id = ? WHERE id = ?", desk.sales, ticket.id);
    desk.put(ana, ticket.id, { status: "closed" });
    expect(closings[0]?.contactWrote).toBe(true);
  });
});

describe("reopening", () => {
  const closedBy = (by: ReturnType<Desk["attendant"]>) => {
    const ticket = desk.attended(by, desk.sales);
    desk.put(by, ticket.id, { status: "closed" });
    return ticket;
  };

  test("a reopened ticket is assigned to the caller, keeps its queue and starts a new attendance", () => {
    const [ana, bia] = [desk.attendant(), desk.attendant()];
    const { id, protocol } = closedBy(ana);
    desk.app.clock.advance(MINUTE);
    const body = { status: "open" as const, userId: ana.actor.id, queueId: desk.support };
    expect(desk.put(bia, id, body)).toMatchObject({
      status: "open",
      userId: bia.actor.id,
      queueId: desk.sales,
      closedAt: null,
      closeReason: null,
      protocol,
    });
    expect(runningTracking(desk.tenant.db, id)).toMatchObject({
      startedAt: desk.app.clock.now(),
      createdAt: desk.app.clock.now(),
    });
  });

  test("a reopen by an admin assigns the last owner, or the user named in the request", () => {
    const [ana, bia] = [desk.attendant(), desk.attendant()];
    const admin = desk.admin();
    const { id } = closedBy(ana);
    expect(desk.put(admin, id, { status: "open" }).userId).toBe(ana.actor.id);
    desk.put(admin, id, { status: "closed" });
    expect(desk.put(admin, id, { status: "open", userId: bia.actor.id }).userId).toBe(bia.actor.id);
    desk.put(admin, id, { status: "closed" });
    run(desk.tenant.db, "UPDATE user SET deleted_at = 1 WHERE id = ?", bia.actor.id);
    expect(desk.put(admin, id, { status: "open" }).userId).toBe(admin.actor.id);
  });

  test("a reopen by an admin for a user outside the queue is rejected", () => {
    const { id } = closedBy(desk.attendant());
    const elsewhere = desk.attendant({ queueIds: [desk.support] });
    const admin = desk.admin();
    const reopen = (userId: number) => refusal(() => desk.put(admin, id, { status: "open", userId })).code;
    expect([reopen(elsewhere.actor.id), reopen(999)]).toEqual(["ERR_USER_NOT_IN_QUEUE", "ERR_NO_USER_FOUND"]);
  });

  test("a reopen is rejected with the owner's name while the contact has another running ticket", () => {
    const ana = desk.attendant({ name: "Ana" });
    const ticket = closedBy(ana);
    desk.app.clock.advance(61 * MINUTE);
    const { ticket: other } = desk.writes(ticket.contactId);
    run(desk.tenant.db, "UPDATE ticket SET queue_id = ? WHERE id = ?", desk.sales, other.id);
    expect(refusal(() => desk.put(ana, ticket.id, { status: "open" }))).toMatchObject({
      status: 409,
      code: "ERR_OTHER_OPEN_TICKET",
      details: {
        userId: null,
        user: null,
        queue: { name: "Vendas" },
        ticket: { id: other.id, status: "pending" },
      },
    });
  });

  test("a reopen by users of other queues, or of imported tickets, is rejected", () => {
    const { id } = closedBy(desk.attendant());
    const elsewhere = desk.attendant({ queueIds: [desk.support] });
    expect(refusal(() => desk.put(elsewhere, id, { status: "open" })).code).toBe("ERR_NO_TICKET_FOUND");
    run(desk.tenant.db, "UPDATE ticket SET origin = 'import' WHERE id = ?", id);
    expect(refusal(() => desk.put(desk.admin(), id, { status: "open" })).code).toBe("ERR_TICKET_CLOSED");
  });

  test("a closed ticket allows no action but reopening", () => {
    const ana = desk.attendant();
    const { id } = closedBy(ana);
    for (const body of [{ status: "pending" as const }, { queueId: desk.support }])
      expect(refusal(() => desk.put(ana, id, body)).code).toBe("ERR_TICKET_CLOSED");
  });
});
