import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { recordInboundMessage, updatePreview } from "#inbox/tickets/activity/message-activity.ts";
import type { TicketListQuery } from "#inbox/tickets/contract.ts";
import { type Desk, openDesk, refusal } from "#inbox/tickets/testing.ts";
import { run } from "#platform/db/database.ts";
import { queryAll } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { statement } from "./conditions.ts";
import { compareBy, type TicketSort } from "./contract.ts";
import { NO_FILTERS } from "./filters.ts";
import { ORDERS } from "./order.ts";
import { ticketPage } from "./page.ts";
import { partsOf } from "./scope.ts";
import { sourceOf } from "./source.ts";

const MINUTE = 60_000;
let desk: Desk;
beforeEach(() => {
  desk = openDesk();
});
afterEach(() => desk.close());

const page = (by: UserCtx, fields: Partial<TicketListQuery>) =>
  ticketPage(by, { searchParam: "", pageNumber: 1, ...fields });
const ids = (by: UserCtx, fields: Partial<TicketListQuery>) => page(by, fields).tickets.map(({ id }) => id);
const later = (minutes: number) => desk.app.clock.advance(minutes * MINUTE);

describe("the waiting list", () => {
  const waiting = (by: UserCtx, sort: TicketSort = "longest") => ids(by, { status: "pending", sort });

  test("the waiting list starts with the longest wait, however often the bot or the customer writes", () => {
    const ana = desk.attendant();
    const first = desk.waiting(desk.sales);
    later(1);
    const second = desk.waiting(desk.sales);
    later(1);
    const third = desk.waiting(desk.sales);
    later(1);
    desk.answers(third.id, { human: false });
    desk.answers(second.id, { human: false });
    desk.writes(third.contactId, "alguém aí?");
    expect(waiting(ana)).toEqual([first.id, second.id, third.id]);
    expect(waiting(ana, "newest")).toEqual([third.id, second.id, first.id]);
  });

  test("the waiting list has tickets with an active bot after those that wait for a person", () => {
    const ana = desk.attendant();
    const inMenu = desk.waiting(desk.sales).id;
    run(desk.tenant.db, "UPDATE ticket SET chatbot = 1 WHERE id = ?", inMenu);
    later(10);
    const asks = desk.waiting(desk.sales).id;
    expect(waiting(ana)).toEqual([asks, inMenu]);
    run(desk.tenant.db, "UPDATE ticket SET chatbot = 0 WHERE id = ?", inMenu);
    expect(waiting(ana)).toEqual([inMenu, asks]);
  });

  test("the wait of a returned ticket counts from its return when no customer waits", () => {
    const ana = desk.attendant();
    const returned = desk.attended(ana, desk.sales).id;
    desk.answers(returned);
    later(5);
    const other = desk.waiting(desk.sales).id;
    later(5);
    desk.put(ana, returned, { status: "pending" });
    const [, last] = page(ana, { status: "pending", sort: "longest" }).tickets;
    expect(waiting(ana)).toEqual([other, returned]);
    expect(last).toMatchObject({
      waitingSince: null,
      pendingSince: new Date(desk.app.clock.now()).toISOString(),
    });
  });
});

test("lists by priority have urgent tickets first, then those that wait longest", () => {
  const ana = desk.attendant();
  const [first, urgent, low, high] = [1, 2, 3, 4].map(() => {
    later(1);
    return desk.waiting(desk.sales).id;
  });
  const set = (id: number | undefined, priority: number) =>
    run(desk.tenant.db, "UPDATE ticket SET priority = ? WHERE id = ?", priority, id ?? 0);
  set(urgent, 4);
  set(low, 1);
  set(high, 3);
  const last = desk.waiting(desk.sales).id;
  const order = [urgent, high, first, last, low] as number[];
  expect(ids(ana, { status: "pending", sort: "priority" })).toEqual(order);
  for (const id of order) desk.put(ana, id, { status: "open", userId: ana.actor.id });
  expect(ids(ana, { status: "open", sort: "priority" })).toEqual(order);
});

test("the open list sorted by waiting time has waiting customers first, then answered ones", () => {
  const ana = desk.attendant();
  const answered = desk.attended(ana, desk.sales).id;
  desk.answers(answered);
  later(30);
  const asks = desk.attended(ana, desk.sales).id;
  later(1);
  const asksToo = desk.attended(ana, desk.sales).id;
  expect(ids(ana, { status: "open", sort: "longest" })).toEqual([asks, asksToo, answered]);
});

test("a sort order that a list does not support is rejected", () => {
  const ana = desk.attendant();
  for (const fields of [
    { sort: "longest" },
    { sort: "priority" },
    { status: "closed", sort: "priority" },
    { status: "closed", sort: "longest" },
    { status: "open", sort: "newest" },
  ] as const)
    expect(refusal(() => page(ana, fields))).toMatchObject({
      status: 400,
      code: "ERR_VALIDATION",
      details: { fields: { sort: "invalid" } },
    });
});

describe("preview of the customer's last message", () => {
  const shown = (id: number) => {
    const { tickets } = page(desk.admin(), { status: "pending", sort: "longest" });
    const ticket = tickets.find((one) => one.id === id);
    return [ticket?.lastCustomerMessage, ticket?.lastMessage];
  };

  test("the preview of the customer's last message is unchanged by a bot's reply, and follows edits and deletions", () => {
    const { id } = desk.waiting(desk.sales);
    desk.answers(id, { human: false });
    expect(shown(id)).toEqual(["oi", "resposta"]);
    const { lastCustomerMessageId, lastMessageId } = desk.ticket(id);
    const edit = (messageId: number | null, preview: string) =>
      desk.tenant.write((unit) =>
        updatePreview(unit, desk.ticket(id), { messageId: messageId ?? 0, preview, mediaType: null }),
      );
    edit(lastCustomerMessageId, "oi, tudo bem?");
    expect(shown(id)).toEqual(["oi, tudo bem?", "resposta"]);
    edit(lastMessageId, "resposta melhor");
    edit(lastCustomerMessageId, "");
    expect(shown(id)).toEqual(["", "resposta melhor"]);
  });

  test("the preview of the customer's last message contains the media type of a file", () => {
    const { id } = desk.waiting(desk.sales);
    desk.tenant.write((unit) =>
      recordInboundMessage(unit, desk.ticket(id), {
        messageId: 99,
        preview: "",
        mediaType: "audio",
        at: unit.now,
        countsAsUnread: true,
      }),
    );
    expect(page(desk.admin(), { status: "pending" }).tickets[0]).toMatchObject({
      lastCustomerMessageType: "audio",
      lastCustomerMessageAt: new Date(desk.app.clock.now()).toISOString(),
    });
  });
});

describe("every order", () => {
  const INSERT = `INSERT INTO ticket (uuid, status, contact_id, connection_id, queue_id, user_id, protocol, chatbot,
    use_integration, waiting_since, pending_since, created_at, updated_at, priority)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?1, ?7, ?8, ?9, ?10, ?11, ?12, ?13)`;
  const time = fc.nat(4);
  const anyTicket = fc.record({
    isBot: fc.boolean(),
    isTree: fc.boolean(),
    waitingSince: fc.option(time, { nil: null }),
    pendingSince: fc.option(time, { nil: null }),
    createdAt: time,
    updatedAt: time,
    priority: fc.integer({ min: 1, max: 4 }),
  });

  test("the server's order of a list equals the page's order, across page boundaries", () => {
    const ana = desk.attendant();
    const contacts = Array.from({ length: 130 }, () => desk.contact());
    let serial = 0;
    const cases: readonly [TicketSort, "pending" | "open"][] = [
      ["longest", "pending"],
      ["newest", "pending"],
      ["recent", "pending"],
      ["longest", "open"],
      ["priority", "pending"],
      ["priority", "open"],
      ["recent", "open"],
    ];
    fc.assert(
      fc.property(
        fc.array(anyTicket, { minLength: 1, maxLength: 130 }),
        fc.constantFrom(...cases),
        (wanted, [sort, status]) => {
          run(desk.tenant.db, "DELETE FROM ticket");
          for (const [index, row] of wanted.entries()) {
            serial += 1;
            run(
              desk.tenant.db,
              INSERT,
              `t${serial}`,
              status,
              contacts[index] ?? 0,
              desk.connectionId,
              desk.sales,
              status === "open" ? ana.actor.id : null,
              row.isBot ? 1 : 0,
              row.isTree ? 1 : 0,
              row.waitingSince,
              row.pendingSince,
              row.createdAt,
              row.updatedAt,
              row.priority,
            );
          }
          const pages = Array.from({ length: Math.ceil(wanted.length / 40) }, (_, index) =>
            page(ana, { status, sort, pageNumber: index + 1 }),
          );
          const tickets = pages.flatMap((one) => one.tickets);
          expect(tickets).toHaveLength(wanted.length);
          expect(pages.at(-1)?.hasMore).toBe(false);
          expect(tickets.map(({ id }) => id)).toEqual(tickets.toSorted(compareBy(sort)).map(({ id }) => id));
        },
      ),
      { numRuns: 25 },
    );
  });

  test("each order of 20,000 waiting tickets is read from an index, without sorting", () => {
    run(
      desk.tenant.db,
      `INSERT INTO contact (uuid, name, created_at, updated_at) WITH RECURSIVE n(i) AS
        (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT 'c' || i, 'Contato ' || i, 0, 0 FROM n`,
    );
    run(
      desk.tenant.db,
      `INSERT INTO ticket (uuid, status, contact_id, connection_id, queue_id, protocol, waiting_since, created_at, updated_at,
        priority) SELECT 'w' || id, 'pending', id, ?, ?, 'w' || id, id, id, id, 1 + id % 4 FROM contact`,
      desk.connectionId,
      desk.sales,
    );
    const ana = desk.attendant();
    const after = { updatedAt: 500, id: 500, priority: 2, rank: 0, since: 500, wakes: 500, due: 500 };
    for (const sort of ["longest", "newest", "priority"] as const)
      for (const by of [desk.admin(), ana]) {
        const parts = partsOf(by.actor, { statuses: ["pending"], ofEverybody: true });
        const source = sourceOf(desk.tenant.db, parts, NO_FILTERS, { sort, after, limit: 41 });
        const explained = statement<{ id: number; parent: number; detail: string }>(
          (bind) => `EXPLAIN QUERY PLAN ${(source.shown ?? source.ids)(bind)}`,
        );
        const plan = queryAll(desk.tenant.db, ...explained);
        const walks = plan.filter(({ detail }) => /^(SEARCH|SCAN) t /.test(detail));
        // A page after a ticket of normal priority reads only the priorities normal and low.
        expect(walks).toHaveLength({ longest: 4, newest: 8, priority: 2 }[sort]);
        for (const { detail, parent } of walks) {
          expect(detail).toMatch(
            /^SEARCH t USING (COVERING )?INDEX ticket_waiting \(status=\? AND priority=\?/,
          );
          // No walk sorts; only the tickets that the walks found are sorted.
          const beside = plan.filter((line) => line.parent === parent).map((line) => line.detail);
          expect(beside.join()).not.toContain("TEMP B-TREE");
        }
        expect(page(by, { status: "pending", sort }).tickets).toHaveLength(40);
      }
  });
});

test("sorting a page reads only the columns that its order compares", () => {
  for (const { keys, sql } of Object.values(ORDERS)) {
    const selected = [...keys.matchAll(/AS (\w+)/g)].map(([, column]) => column);
    const compared = sql
      .replace(/^ORDER BY /, "")
      .split(", ")
      .map((term) => term.split(" ")[0]);
    expect(selected.toSorted()).toEqual(compared.toSorted());
  }
});
