import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { TicketAccepted } from "#inbox/tickets/events.ts";
import { runningTracking } from "#inbox/tickets/history/tracking.ts";
import { type Desk, openDesk, refusal } from "#inbox/tickets/testing.ts";
import { run } from "#platform/db/database.ts";
import { testConnection } from "#test/helpers/installation.ts";
import { openTicket } from "./open.ts";

let desk: Desk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.close());
const open = (by: ReturnType<Desk["attendant"]>, body: Partial<Parameters<typeof openTicket>[1]> = {}) =>
  openTicket(by, { contactId: desk.contact(), queueId: desk.sales, ...body });

describe("opening a ticket", () => {
  test("opening a ticket makes the caller its attendant, without unread messages", () => {
    const ana = desk.attendant();
    const ticket = open(ana, { status: "pending" });
    expect(ticket).toMatchObject({
      status: "open",
      userId: ana.actor.id,
      queueId: desk.sales,
      unreadMessages: 0,
      whatsappId: desk.connectionId,
      waitingSince: null,
    });
    expect(runningTracking(desk.tenant.db, ticket.id)).toMatchObject({
      queuedAt: desk.app.clock.now(),
      startedAt: desk.app.clock.now(),
    });
  });

  test("opening a ticket sends no greeting", () => {
    desk.set("sendGreetingAccepted", "enabled");
    const greeted: boolean[] = [];
    desk.app.installation.bus.within(TicketAccepted, (_unit, { greet }) => void greeted.push(greet));
    open(desk.attendant());
    expect(greeted).toEqual([]);
  });

  test("attendants must choose one of their own queues for a new ticket; admins may omit it", () => {
    const ana = desk.attendant();
    expect(refusal(() => open(ana, { queueId: null })).code).toBe("ERR_QUEUE_REQUIRED");
    expect(refusal(() => open(ana, { queueId: desk.support })).code).toBe("ERR_NO_PERMISSION");
    expect(refusal(() => open(desk.admin(), { queueId: 99 })).code).toBe("ERR_NO_QUEUE_FOUND");
    expect(open(desk.admin(), { queueId: null }).queue).toBeNull();
  });

  test("only admins open a ticket for another user", () => {
    const [ana, bia] = [desk.attendant(), desk.attendant()];
    expect(open(ana, { userId: bia.actor.id }).userId).toBe(ana.actor.id);
    expect(open(desk.admin(), { userId: bia.actor.id }).userId).toBe(bia.actor.id);
    const elsewhere = desk.attendant({ queueIds: [desk.support] });
    expect(refusal(() => open(desk.admin(), { userId: elsewhere.actor.id })).code).toBe(
      "ERR_USER_NOT_IN_QUEUE",
    );
    expect(refusal(() => open(desk.admin(), { userId: 999 })).code).toBe("ERR_NO_USER_FOUND");
  });

  test("opening a ticket for a contact without an address on the channel is rejected", () => {
    const contactId = desk.contact();
    run(desk.tenant.db, "UPDATE contact_identity SET kind = 'psid' WHERE contact_id = ?", contactId);
    expect(refusal(() => open(desk.attendant(), { contactId })).code).toBe("ERR_WAPP_INVALID_CONTACT");
    expect(refusal(() => open(desk.attendant(), { contactId: 999 })).code).toBe("ERR_NO_CONTACT_FOUND");
  });

  test("opening a ticket does not reuse a ticket that was closed a moment ago", () => {
    const ana = desk.attendant();
    const { id, contactId } = desk.attended(ana, desk.sales);
    desk.put(ana, id, { status: "closed" });
    expect(open(ana, { contactId }).id).not.toBe(id);
  });
});

describe("the connection of a new ticket", () => {
  test("the connection is the requested one even while offline, else the user's, the default, or the oldest open one", () => {
    const [second, third] = [testConnection(desk.tenant), testConnection(desk.tenant)];
    const offline = (id: number) =>
      run(desk.tenant.db, "UPDATE connection SET status = 'DISCONNECTED' WHERE id = ?", id);
    const ana = desk.attendant();
    const anaOfThird = { ...ana, actor: { ...ana.actor, connectionId: third } };
    offline(second);
    expect(open(ana, { whatsappId: second }).whatsappId).toBe(second);
    expect(open(anaOfThird).whatsappId).toBe(third);
    expect(open(ana).whatsappId).toBe(desk.connectionId);
    offline(desk.connectionId);
    expect(open(ana).whatsappId).toBe(third);
    offline(third);
    expect(refusal(() => open(anaOfThird)).code).toBe("ERR_NO_DEF_WAPP_FOUND");
    expect(refusal(() => open(ana, { whatsappId: 99 })).code).toBe("ERR_NO_WAPP_FOUND");
  });
});

describe("opening a ticket for a contact with a running ticket", () => {
  test("a waiting ticket of the contact is accepted for the caller", () => {
    const ana = desk.attendant();
    const waiting = desk.waiting(desk.sales);
    expect(open(ana, { contactId: waiting.contactId })).toMatchObject({
      id: waiting.id,
      status: "open",
      userId: ana.actor.id,
    });
    const unqueued = desk.waiting(null);
    expect(open(desk.admin(), { contactId: unqueued.contactId, queueId: desk.support }).queueId).toBe(
      desk.support,
    );
  });

  test("without an open connection, opening a ticket still reports the owner of a running ticket, or accepts it", () => {
    const ana = desk.attendant({ name: "Ana" });
    const { contactId } = desk.attended(ana, desk.sales);
    const waiting = desk.waiting(desk.sales);
    run(desk.tenant.db, "UPDATE connection SET status = 'DISCONNECTED'");
    const bruno = desk.attendant();
    expect(refusal(() => open(bruno, { contactId }))).toMatchObject({
      status: 409,
      code: "ERR_OTHER_OPEN_TICKET",
      details: { user: { name: "Ana" } },
    });
    expect(open(bruno, { contactId: waiting.contactId }).id).toBe(waiting.id);
    expect(refusal(() => open(bruno)).code).toBe("ERR_NO_DEF_WAPP_FOUND");
  });

  test("a conflict contains the owner's name; it contains the ticket only for callers who may see it", () => {
    const ana = desk.attendant({ name: "Ana" });
    const { id, uuid, contactId } = desk.attended(ana, desk.sales);
    const conflict = refusal(() => open(desk.attendant(), { contactId }));
    expect(conflict).toMatchObject({ status: 409, code: "ERR_OTHER_OPEN_TICKET" });
    expect(conflict.details).toEqual({
      userId: ana.actor.id,
      user: { id: ana.actor.id, name: "Ana" },
      queueId: desk.sales,
      queue: { id: desk.sales, name: "Vendas" },
      ticket: { id, uuid, status: "open" },
    });
    const elsewhere = desk.attendant({ queueIds: [desk.support] });
    expect(refusal(() => open(elsewhere, { contactId, queueId: desk.support })).details).toMatchObject({
      user: { name: "Ana" },
      ticket: { status: "open" },
    });
    expect(
      JSON.stringify(refusal(() => open(elsewhere, { contactId, queueId: desk.support })).details),
    ).not.toContain(uuid);
  });

  test("a ticket offered to an attendant is accepted by that attendant; a colleague or supervisor gets 409 with the attendant", () => {
    const [ana, bia] = [desk.attendant({ name: "Ana" }), desk.attendant()];
    const { id, contactId } = desk.waiting(desk.sales);
    desk.distribute(id, ana.actor.id);
    for (const other of [bia, desk.attendant({ profile: "supervisor" })])
      expect(refusal(() => open(other, { contactId }))).toMatchObject({
        code: "ERR_OTHER_OPEN_TICKET",
        details: { userId: ana.actor.id },
      });
    expect(open(ana, { contactId })).toMatchObject({ id, userId: ana.actor.id });
  });

  test("an admin who opens a ticket for the contact accepts a ticket offered to an attendant", () => {
    const admin = desk.admin();
    const { id, contactId } = desk.waiting(desk.sales);
    desk.distribute(id, desk.attendant().actor.id);
    expect(open(admin, { contactId })).toMatchObject({ id, status: "open", userId: admin.actor.id });
  });

  test("a conflict with a ticket of an invisible queue does not contain the ticket", () => {
    const { contactId } = desk.waiting(desk.support);
    expect(refusal(() => open(desk.attendant(), { contactId }))).toMatchObject({
      code: "ERR_OTHER_OPEN_TICKET",
      details: { queue: { name: "Suporte" }, ticket: { status: "pending" } },
    });
  });

  test("a running ticket on any connection conflicts, or only on the chosen one with openTicketOnlyOther", () => {
    const [ana, bia] = [desk.attendant(), desk.attendant()];
    const { id, contactId } = desk.attended(ana, desk.sales);
    const whatsappId = testConnection(desk.tenant);
    expect(refusal(() => open(bia, { contactId, whatsappId })).code).toBe("ERR_OTHER_OPEN_TICKET");
    desk.set("openTicketOnlyOther", "enabled");
    expect(open(bia, { contactId, whatsappId }).id).not.toBe(id);
    expect(refusal(() => open(bia, { contactId })).code).toBe("ERR_OTHER_OPEN_TICKET");
  });
});
