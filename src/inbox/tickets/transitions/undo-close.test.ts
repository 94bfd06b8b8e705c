import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { foldAllChanges } from "#inbox/dashboard/fold.ts";
import { type SettledClose, TicketCloseSettled } from "#inbox/tickets/events.ts";
import { runningTracking } from "#inbox/tickets/history/tracking.ts";
import { invite, listParticipants } from "#inbox/tickets/participants/participants.ts";
import { type Desk, openDesk, refusal } from "#inbox/tickets/testing.ts";
import { markUnread } from "#inbox/tickets/triage/mark-unread.ts";
import { pinTicket } from "#inbox/tickets/triage/pins.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { CLOSE_DUE, closeSettling } from "./settle-close.ts";
import { undoClose } from "./undo-close.ts";

const MINUTE = 60_000;
const WINDOW = 5_000;
let desk: Desk;
let settled: SettledClose[];
let ana: UserCtx;
let ticketId: number;
beforeEach(() => {
  desk = openDesk();
  desk.set("undoCloseSeconds", "5");
  settled = [];
  desk.app.installation.bus.within(TicketCloseSettled, (_unit, close) => void settled.push(close));
  ana = desk.attendant({ name: "Ana" });
  ticketId = desk.attended(ana, desk.sales).id;
});
afterEach(() => desk.close());

const close = (by = ana, silent = false) => desk.put(by, ticketId, { status: "closed", silent });
const undo = (by: UserCtx) => undoClose(by, ticketId);
const settle = () => closeSettling.run(desk.app.installation);
const later = (ms: number) => desk.app.clock.advance(ms);
/** The state that an undo restores. */
const state = () => {
  const { updatedAt, ...ticket } = desk.ticket(ticketId);
  return { ticket, tracking: runningTracking(desk.tenant.db, ticketId) };
};

describe("a close by a person", () => {
  test("a close takes effect immediately and is settled once, when its undo window has passed", async () => {
    const answer = close();
    expect(answer).toMatchObject({
      status: "closed",
      closeSettlesAt: new Date(desk.app.clock.now() + WINDOW).toISOString(),
    });
    later(WINDOW - 1);
    await settle();
    expect(settled).toEqual([]);
    later(1);
    await settle();
    await settle();
    expect(settled).toMatchObject([
      { reason: "user", userId: ana.actor.id, texts: true, contactWrote: true },
    ]);
    expect(settled[0]?.tracking?.ticketId).toBe(ticketId);
    expect(desk.ticket(ticketId)).toMatchObject({ status: "closed", closeSettlesAt: null, closeUndo: null });
    expect(desk.app.installation.tenants.dueCompanies(CLOSE_DUE, Number.MAX_SAFE_INTEGER)).toEqual([]);
  });

  test("a close is settled immediately when the undo window is 0", () => {
    desk.set("undoCloseSeconds", "0");
    expect(close().closeSettlesAt).toBeNull();
    expect(settled).toHaveLength(1);
  });

  test("a close keeps its undo window when the setting changes", async () => {
    close();
    desk.set("undoCloseSeconds", "15");
    later(WINDOW);
    await settle();
    expect(settled).toHaveLength(1);
  });

  test("a silent close is settled without sending farewell and rating texts", async () => {
    close(ana, true);
    later(WINDOW);
    await settle();
    expect(settled.map(({ texts }) => texts)).toEqual([false]);
  });

  test("after a downtime of hours a close is settled with texts; after more than a day, without texts", async () => {
    close();
    later(23 * 60 * MINUTE);
    await settle();
    const second = desk.attended(ana, desk.sales).id;
    desk.put(ana, second, { status: "closed" });
    later(25 * 60 * MINUTE);
    await settle();
    expect(settled.map(({ texts }) => texts)).toEqual([true, false]);
  });

  test("a close is settled without texts when the contact has another running ticket on the connection", async () => {
    close();
    run(
      desk.tenant.db,
      `INSERT INTO ticket (uuid, status, contact_id, connection_id, protocol, created_at, updated_at)
        SELECT 'other', 'open', contact_id, connection_id, 'other', 0, 0 FROM ticket WHERE id = ?`,
      ticketId,
    );
    later(WINDOW);
    await settle();
    expect(settled.map(({ texts }) => texts)).toEqual([false]);
  });
});

describe("undo of a close", () => {
  test("an undo of a close restores ticket, attendance and times, and settles nothing", async () => {
    desk.writes(desk.ticket(ticketId).contactId, "ainda estou esperando");
    const before = state();
    expect(before.ticket).toMatchObject({ status: "open", unreadMessages: 1 });
    expect(before.ticket.waitingSince).not.toBeNull();
    later(1000);
    close();
    later(2000);
    expect(undo(ana)).toMatchObject({ status: "open", userId: ana.actor.id, closeSettlesAt: null });
    expect(state()).toEqual(before);
    later(MINUTE);
    await settle();
    expect(settled).toEqual([]);
    expect(all(desk.tenant.db, "SELECT kind FROM ticket_event ORDER BY id DESC LIMIT 2")).toEqual([
      { kind: "close_undone" },
      { kind: "closed" },
    ]);
  });

  test("an undo of a close restores pins, the mark as unread and participants", () => {
    const bia = desk.attendant({ name: "Bia" });
    invite(ana, ticketId, [bia.actor.id]);
    for (const person of [ana, bia]) pinTicket(person, ticketId);
    markUnread(ana, ticketId, true);
    const pins = () => all(desk.tenant.db, "SELECT * FROM ticket_pin ORDER BY user_id");
    const before = [pins(), desk.ticket(ticketId).markedUnread, listParticipants(ana, ticketId)];
    close();
    expect(pins()).toEqual([]);
    undo(ana);
    expect([pins(), desk.ticket(ticketId).markedUnread, listParticipants(ana, ticketId)]).toEqual(before);
  });

  test("an undo of a close reopens one attendance period when its attendant had returned and accepted the ticket before", () => {
    const spans = () => all(desk.tenant.db, "SELECT user_id AS user, ended_at AS [to] FROM attendance_user");
    const at = desk.app.clock.now();
    desk.put(ana, ticketId, { status: "pending" });
    desk.put(ana, ticketId, { status: "open" });
    close();
    undo(ana);
    const user = ana.actor.id;
    expect(spans()).toEqual([
      { user, to: at },
      { user, to: null },
    ]);
  });

  test("an undo of a close restores the totals of the dashboard", () => {
    const sums = () => {
      foldAllChanges(desk.tenant);
      return one(
        desk.tenant.db,
        "SELECT sum(attendances) AS attendances, sum(finished) AS finished, sum(support_ms) AS ms FROM hourly_metric",
      );
    };
    const before = sums();
    later(MINUTE);
    close();
    expect(sums()).not.toEqual(before);
    undo(ana);
    expect(sums()).toEqual(before);
  });

  test("an undo of the close of a waiting ticket returns it to its queue", () => {
    const waiting = desk.waiting(desk.sales).id;
    const before = desk.ticket(waiting);
    desk.put(ana, waiting, { status: "closed" });
    undoClose(ana, waiting);
    const { updatedAt, ...after } = desk.ticket(waiting);
    expect({ ...after, updatedAt: before.updatedAt }).toEqual(before);
  });

  test("an undo of a close by another user gets 403, by a user of another queue 404", () => {
    close();
    expect(refusal(() => undo(desk.attendant())).code).toBe("ERR_NO_PERMISSION");
    expect(refusal(() => undo(desk.attendant({ queueIds: [desk.support] }))).code).toBe(
      "ERR_NO_TICKET_FOUND",
    );
    expect(undo(desk.admin()).userId).toBe(ana.actor.id);
  });

  test("an undo after the close is settled gets 409, and an undo of an open ticket changes nothing", async () => {
    close();
    // The window has passed, but the close is not settled yet.
    later(WINDOW + 500);
    expect(undo(ana).status).toBe("open");
    expect(undo(ana).status).toBe("open");
    close();
    later(WINDOW);
    await settle();
    expect(refusal(() => undo(ana))).toMatchObject({ status: 409, code: "ERR_UNDO_TOO_LATE" });
  });

  test("an undo of a close gets 409 with the other ticket's id while the contact has another running ticket", () => {
    close();
    run(
      desk.tenant.db,
      `INSERT INTO ticket (uuid, status, contact_id, connection_id, protocol, created_at, updated_at)
        SELECT 'other', 'open', contact_id, connection_id, 'other', 0, 0 FROM ticket WHERE id = ?`,
      ticketId,
    );
    expect(refusal(() => undo(ana)).code).toBe("ERR_OTHER_OPEN_TICKET");
  });

  test("an undo of a close returns the ticket to its queue when the attendant was deleted", () => {
    close();
    run(desk.tenant.db, "UPDATE user SET deleted_at = 1 WHERE id = ?", ana.actor.id);
    expect(undo(desk.admin())).toMatchObject({ status: "pending", userId: null, queueId: desk.sales });
  });
});

describe("reopening within the window", () => {
  test("a reopen within the undo window by the user who closed is an undo: the same attendance continues", () => {
    const before = state();
    close();
    desk.put(ana, ticketId, { status: "open" });
    expect(state()).toEqual(before);
    expect(settled).toEqual([]);
  });

  test("a reopen within the undo window by another user starts a new attendance, and the customer gets no text", async () => {
    close();
    const bia = desk.attendant();
    later(1000);
    expect(desk.put(bia, ticketId, { status: "open" }).userId).toBe(bia.actor.id);
    later(MINUTE);
    await settle();
    expect(settled.map(({ texts }) => texts)).toEqual([false]);
    expect(one(desk.tenant.db, "SELECT count(*) AS n FROM ticket_period")).toEqual({ n: 2 });
  });
});

describe("a customer who writes within the window", () => {
  test("a customer's message within the undo window continues the same attendance with the same attendant", async () => {
    const { contactId } = desk.ticket(ticketId);
    const tracking = runningTracking(desk.tenant.db, ticketId);
    close();
    later(4000);
    expect(desk.writes(contactId, "só mais uma coisa")).toMatchObject({
      outcome: "existing",
      ticket: { id: ticketId, status: "open", userId: ana.actor.id },
    });
    expect(runningTracking(desk.tenant.db, ticketId)).toEqual(tracking);
    later(MINUTE);
    await settle();
    expect(settled).toEqual([]);
    expect(one(desk.tenant.db, "SELECT kind, user_id AS userId FROM ticket_event ORDER BY id DESC")).toEqual({
      kind: "close_undone",
      userId: null,
    });
  });

  test("a customer's message that undoes a close notifies the attendant, and an undo by a user notifies no one", () => {
    const { contactId } = desk.ticket(ticketId);
    close();
    undo(ana);
    expect(desk.broadcasts.to(ana, "notification")).toEqual([]);
    const bruno = desk.attendant({ name: "Bruno" });
    close();
    desk.writes(contactId, "Mais uma coisa");
    expect(desk.broadcasts.to(ana, "notification")).toMatchObject([
      { action: "create", notification: { kind: "close_taken_back", ticketId, by: null } },
    ]);
    expect(desk.broadcasts.to(bruno, "notification")).toEqual([]);
  });

  test("a customer's message after the undo window starts a new attendance, even if the close is not settled yet", async () => {
    const { contactId } = desk.ticket(ticketId);
    close();
    later(WINDOW + 1);
    expect(desk.writes(contactId, "oi").outcome).toBe("reused");
    expect(settled.map(({ texts }) => texts)).toEqual([false]);
    desk.put(ana, ticketId, { status: "open", userId: ana.actor.id });
    close();
    later(WINDOW);
    await settle();
    expect(desk.writes(contactId, "oi").outcome).toBe("reused");
  });
});
