import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { markTicketRead } from "#inbox/tickets/activity/mark-read.ts";
import { TicketRead } from "#inbox/tickets/events.ts";
import { ticketCounts } from "#inbox/tickets/lists/counts.ts";
import { ticketPage } from "#inbox/tickets/lists/page.ts";
import { type Desk, openDesk, refusal } from "#inbox/tickets/testing.ts";
import { run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { markUnread } from "./mark-unread.ts";

let desk: Desk;
let ana: UserCtx;
let id: number;
beforeEach(() => {
  desk = openDesk();
  ana = desk.attendant({ name: "Ana" });
  id = desk.attended(ana, desk.sales).id;
  desk.answers(id);
});
afterEach(() => desk.close());

const isMarked = () => desk.ticket(id).markedUnread;
const unread = () => [
  ticketCounts(ana, false).unread,
  ticketPage(ana, { searchParam: "", pageNumber: 1, status: "open", withUnreadMessages: "true" }).count,
];

describe("the mark 'unread'", () => {
  test("a ticket that its attendant marks as unread counts as unread, and no read receipt is sent", () => {
    let read = 0;
    desk.app.installation.live.after(TicketRead, () => {
      read += 1;
    });
    run(desk.tenant.db, "UPDATE message SET read = 1");
    expect(unread()).toEqual([0, 0]);
    expect(markUnread(ana, id, true)).toMatchObject({ markedUnread: true, unreadMessages: 0 });
    expect(unread()).toEqual([1, 1]);
    markTicketRead(desk.tenant, ana.actor, desk.ticket(id));
    expect([isMarked(), read]).toEqual([false, 0]);
    expect(unread()).toEqual([0, 0]);
  });

  test("the mark 'unread' ends when the attendant opens the ticket, writes in it, or removes the mark", () => {
    const ends = [
      () => markTicketRead(desk.tenant, ana.actor, desk.ticket(id)),
      () => void desk.answers(id),
      () => void markUnread(ana, id, false),
    ];
    for (const end of ends) {
      markUnread(ana, id, true);
      desk.answers(id, { human: false });
      markTicketRead(desk.tenant, desk.admin().actor, desk.ticket(id));
      expect(isMarked()).toBe(true);
      end();
      expect(isMarked()).toBe(false);
    }
  });

  test("the mark 'unread' ends when the ticket gets another attendant", () => {
    const bruno = desk.attendant({ name: "Bruno" });
    const ends = [
      () => desk.put(ana, id, { status: "pending" }),
      () => desk.put(ana, id, { userId: bruno.actor.id, queueId: desk.sales }),
      () => desk.put(ana, id, { status: "closed" }),
    ];
    for (const end of ends) {
      const now = desk.ticket(id);
      if (now.status !== "open" || now.userId !== ana.actor.id) {
        if (now.status === "open") desk.put(desk.admin(), id, { status: "pending" });
        desk.put(ana, id, { status: "open", userId: ana.actor.id });
      }
      markUnread(ana, id, true);
      end();
      expect(isMarked()).toBe(false);
    }
  });

  test("only the attendant of an open ticket can mark it as unread", () => {
    expect(refusal(() => markUnread(desk.admin(), id, true))).toMatchObject({ code: "ERR_NO_PERMISSION" });
    const stranger = desk.attendant({ queueIds: [desk.support] });
    expect(refusal(() => markUnread(stranger, id, true))).toMatchObject({ code: "ERR_NO_TICKET_FOUND" });
    desk.put(ana, id, { status: "closed" });
    expect(refusal(() => markUnread(ana, id, true))).toMatchObject({ code: "ERR_TICKET_NOT_OPEN" });
  });
});
