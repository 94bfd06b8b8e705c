import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { TicketListQuery } from "#inbox/tickets/contract.ts";
import { type Desk, openDesk, refusal } from "#inbox/tickets/testing.ts";
import { run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { ticketPage } from "./page.ts";

let desk: Desk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.close());

const query = (fields: Partial<TicketListQuery>): TicketListQuery => ({
  searchParam: "",
  pageNumber: 1,
  ...fields,
});
const list = (by: UserCtx, fields: Partial<TicketListQuery> = {}) => ticketPage(by, query(fields));
const ids = (by: UserCtx, fields: Partial<TicketListQuery> = {}) =>
  list(by, fields).tickets.map(({ id }) => id);

describe("the lists of an attendant", () => {
  test("an attendant's lists have their own open tickets, and waiting ones of their queues that are not offered to others", () => {
    const [ana, bia] = [desk.attendant(), desk.attendant()];
    const mine = desk.attended(ana, desk.sales).id;
    const hers = desk.attended(bia, desk.sales).id;
    const waiting = desk.waiting(desk.sales).id;
    const given = desk.waiting(desk.sales).id;
    const hersToTake = desk.waiting(desk.sales).id;
    desk.distribute(given, ana.actor.id);
    desk.distribute(hersToTake, bia.actor.id);
    desk.waiting(desk.support);
    desk.waiting(null);
    expect(ids(ana, { status: "open" })).toEqual([mine]);
    expect(ids(ana, { status: "open", showAll: "true" })).toEqual([mine]);
    expect(ids(ana, { status: "pending" })).toEqual([given, waiting]);
    expect(ids(ana)).toEqual([given, waiting, mine]);
    expect(ids(desk.admin(), { status: "open", showAll: "true" })).toEqual([hers, mine]);
    expect(ids(desk.admin(), { status: "pending" })).toHaveLength(5);
  });

  test("a filter by queues narrows the lists, but never adds queues of others", () => {
    const ana = desk.attendant({ queueIds: [desk.sales, desk.support] });
    const inSales = desk.waiting(desk.sales).id;
    desk.waiting(desk.support);
    const unqueued = desk.waiting(null).id;
    expect(ids(ana, { status: "pending", queueIds: [desk.sales] })).toEqual([inSales]);
    expect(ids(ana, { status: "pending", queueIds: [null, 99] })).toEqual([]);
    expect(ids(desk.admin(), { status: "pending", queueIds: [null] })).toEqual([unqueued]);
    expect(ids(desk.admin(), { status: "pending", queueIds: [null, desk.sales] })).toEqual([
      unqueued,
      inSales,
    ]);
  });

  test("a listed ticket has all fields the page needs", () => {
    const ana = desk.attendant({ name: "Ana" });
    const { id } = desk.attended(ana, desk.sales);
    desk.answers(id);
    run(desk.tenant.db, "UPDATE message SET ack = 3 WHERE from_me = 1");
    run(desk.tenant.db, "INSERT INTO tag VALUES (1, 'VIP', '#123456', 1, NULL, 0, 0)");
    run(desk.tenant.db, "INSERT INTO ticket_tag VALUES (?, 1)", id);
    expect(list(ana, { status: "open" }).tickets[0]).toMatchObject({
      contact: { number: expect.stringMatching(/^55/), profilePicUrl: null },
      queue: { name: "Vendas" },
      user: { name: "Ana" },
      whatsapp: { id: desk.connectionId },
      tags: [{ id: 1, name: "VIP", color: "#123456", kanban: 1 }],
      lastMessage: "resposta",
      lastMessageFromMe: true,
      lastMessageAck: 3,
      windowExpiresAt: null,
    });
  });
});

describe("filters", () => {
  test("the filter by tags requires every tag, in any status", () => {
    const ana = desk.attendant();
    const [both, onlyOne] = [desk.attended(ana, desk.sales).id, desk.waiting(desk.sales).id];
    for (const tag of [1, 2])
      run(desk.tenant.db, "INSERT INTO tag VALUES (?, ?, '#000', 0, NULL, 0, 0)", tag, `Etiqueta ${tag}`);
    for (const [ticket, tag] of [
      [both, 1],
      [both, 2],
      [onlyOne, 1],
    ] as const)
      run(desk.tenant.db, "INSERT INTO ticket_tag VALUES (?, ?)", ticket, tag);
    desk.put(ana, both, { status: "closed" });
    expect(ids(ana, { tags: [1, 2] })).toEqual([both]);
    expect(list(ana, { tags: [1] })).toMatchObject({ count: 2, hasMore: false });
    expect(ids(ana, { tags: [1], status: "pending" })).toEqual([onlyOne]);
  });

  test("the filter by attendant is available to admins and supervisors only", () => {
    const [ana, bia] = [desk.attendant(), desk.attendant()];
    const hers = desk.attended(bia, desk.sales).id;
    const mine = desk.attended(ana, desk.sales).id;
    const users = [bia.actor.id];
    expect(ids(desk.admin(), { users })).toEqual([hers]);
    expect(ids(desk.attendant({ profile: "supervisor" }), { users })).toEqual([hers]);
    expect(ids(ana, { users })).toEqual([mine]);
  });

  test("the filter by day uses the time zone of the company", () => {
    const ana = desk.attendant();
    // 01:00 UTC of the 21st is still the 20th in São Paulo.
    desk.app.clock.set(Date.UTC(2026, 10, 21, 1));
    const late = desk.waiting(desk.sales).id;
    desk.app.clock.set(Date.UTC(2026, 10, 21, 3));
    const next = desk.waiting(desk.sales).id;
    expect(ids(ana, { date: "2026-11-20" })).toEqual([late]);
    expect(ids(ana, { updatedAt: "2026-11-21" })).toEqual([next]);
    expect(list(ana, { updatedAt: "2026-11-21" }).count).toBe(1);
    for (const day of ["2026-02-30", "yesterday", "2026-11-21T00:00"])
      expect(refusal(() => list(ana, { date: day })).code).toBe("ERR_VALIDATION");
  });

  test("the filter by unread messages selects own open and visible waiting tickets", () => {
    const ana = desk.attendant();
    const read = desk.attended(ana, desk.sales);
    const unread = desk.waiting(desk.sales).id;
    expect(list(ana, { withUnreadMessages: "true" })).toMatchObject({ count: 1, tickets: [{ id: unread }] });
    desk.app.clock.advance(1000);
    desk.writes(read.contactId);
    expect(ids(ana, { withUnreadMessages: "true" })).toEqual([read.id, unread]);
  });
});

describe("pages", () => {
  const many = (count: number) => {
    for (let n = 0; n < count; n += 1) {
      desk.app.clock.advance(1000);
      desk.waiting(desk.sales);
    }
  };

  test("a page has 40 tickets, newest first, and the total count", () => {
    many(45);
    const ana = desk.attendant();
    const first = list(ana, { status: "pending" });
    expect(first).toMatchObject({ count: 45, hasMore: true });
    expect(first.tickets).toHaveLength(40);
    const second = list(ana, { status: "pending", pageNumber: 2 });
    expect(second).toMatchObject({ count: 45, hasMore: false });
    expect(second.tickets).toHaveLength(5);
    expect(ids(ana, { status: "pending", pageNumber: 3 })).toEqual([]);
  });

  test("pages of a list neither repeat nor skip a ticket while others move to the top", () => {
    many(60);
    const ana = desk.attendant();
    const first = ids(ana, { status: "pending" });
    const last = desk.ticket(Math.min(...ids(desk.admin(), { status: "pending", pageNumber: 2 })));
    desk.app.clock.advance(1000);
    desk.writes(last.contactId);
    desk.waiting(desk.sales);
    const second = ids(ana, { status: "pending", pageNumber: 2 });
    expect(second.filter((id) => first.includes(id))).toEqual([]);
    // The ticket that moved up is reported by an event; all others are in the pages.
    expect(new Set([...first, ...second, last.id]).size).toBe(60);
  });

  test("pages of a list neither repeat nor skip tickets changed in the same millisecond", () => {
    for (let n = 0; n < 85; n += 1) desk.waiting(desk.sales);
    const ana = desk.attendant();
    const pages = [1, 2, 3].flatMap((pageNumber) => ids(ana, { status: "pending", pageNumber }));
    expect(pages).toHaveLength(85);
    expect(new Set(pages).size).toBe(85);
  });

  test("the end of a page is remembered for ten minutes per user and filter", () => {
    many(50);
    const ana = desk.attendant();
    const before = ids(ana, { status: "pending" });
    desk.app.clock.advance(11 * 60_000);
    desk.waiting(desk.sales);
    const second = ids(ana, { status: "pending", pageNumber: 2 });
    expect(second).toHaveLength(11);
    expect(second.filter((id) => before.includes(id))).toHaveLength(1);
  });

  test("a page far beyond the end of the list is empty and cheap", () => {
    many(3);
    expect(list(desk.admin(), { status: "pending", pageNumber: 1_000_000 })).toMatchObject({
      tickets: [],
      count: 3,
      hasMore: false,
    });
  });
});
