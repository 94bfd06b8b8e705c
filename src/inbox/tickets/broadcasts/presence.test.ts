import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type Desk, openDesk } from "#inbox/tickets/testing.ts";
import type { ClientFrame } from "#platform/realtime/contract.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { Viewer } from "#tenants/viewer.ts";
import { handlePresenceFrame, mayWatch } from "./presence.ts";

let desk: Desk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.close());
const viewer = (who: UserCtx, watching: number[] = []): Viewer => ({
  ...who.actor,
  watching: new Set(watching),
});
const says = (who: UserCtx, frame: ClientFrame & { ticketId: number }, watching = [frame.ticketId]) =>
  handlePresenceFrame(
    desk.app.installation,
    { groupId: desk.tenant.id, userId: who.actor.id, sessionId: 0, viewer: viewer(who, watching) },
    frame,
  );

describe("watching a ticket", () => {
  test("only users who may read a ticket's messages may watch it", () => {
    const [ana, bia] = [desk.attendant(), desk.attendant()];
    const { id } = desk.attended(ana, desk.sales);
    const may = (who: UserCtx, ticketId = id) => mayWatch(desk.tenant, viewer(who), ticketId);
    expect([may(ana), may(bia), may(desk.admin())]).toEqual([true, false, true]);
    desk.set("userSpyChat", "enabled");
    expect(may(bia)).toBe(true);
    expect(may(desk.attendant({ queueIds: [desk.support] }))).toBe(false);
    expect(may(desk.admin(), 999)).toBe(false);
  });

  test("the watchers of a ticket get the list of its watchers", () => {
    const [ana, admin] = [desk.attendant({ name: "Ana" }), desk.admin()];
    const { id } = desk.attended(ana, desk.sales);
    desk.broadcasts.watching.set(id, [ana, admin, ana]);
    says(admin, { t: "joinChatBox", ticketId: id });
    const event = {
      action: "looking",
      ticketId: id,
      users: [
        { id: ana.actor.id, name: "Ana" },
        { id: admin.actor.id, name: "Chefe" },
      ],
    };
    expect(desk.broadcasts.to(ana, "presence", [id])).toEqual([event]);
    expect(desk.broadcasts.to(desk.admin(), "presence")).toEqual([]);
    desk.broadcasts.watching.set(id, [ana]);
    says(admin, { t: "leaveChatBox", ticketId: id });
    expect(desk.broadcasts.to(ana, "presence", [id]).at(-1)).toMatchObject({ users: [{ name: "Ana" }] });
  });

  test("typing is broadcast to the other watchers, and only from a user who watches the ticket", () => {
    const [ana, admin] = [desk.attendant({ name: "Ana" }), desk.admin()];
    const { id } = desk.attended(ana, desk.sales);
    says(ana, { t: "typing", ticketId: id });
    says(admin, { t: "typing", ticketId: id }, []);
    expect(desk.broadcasts.to(admin, "presence", [id])).toEqual([
      { action: "typing", ticketId: id, userId: ana.actor.id, name: "Ana" },
    ]);
    expect(desk.broadcasts.to(ana, "presence", [id])).toEqual([]);
  });
});

describe("messages on the owner's screen", () => {
  test("messages are marked read when the owner watches the ticket, including those that arrive later", () => {
    const ana = desk.attendant();
    const ticket = desk.attended(ana, desk.sales);
    desk.writes(ticket.contactId);
    says(ana, { t: "joinChatBox", ticketId: ticket.id });
    expect(desk.ticket(ticket.id).unreadMessages).toBe(0);
    desk.broadcasts.watching.set(ticket.id, [ana]);
    desk.writes(ticket.contactId);
    expect(desk.ticket(ticket.id).unreadMessages).toBe(0);
  });

  test("messages are still unread while only an admin watches", () => {
    const [ana, admin] = [desk.attendant(), desk.admin()];
    const ticket = desk.attended(ana, desk.sales);
    desk.broadcasts.watching.set(ticket.id, [admin]);
    desk.writes(ticket.contactId);
    says(admin, { t: "joinChatBox", ticketId: ticket.id });
    expect(desk.ticket(ticket.id).unreadMessages).toBe(1);
  });
});
