import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { TicketListQuery } from "#inbox/tickets/contract.ts";
import { addTag } from "#inbox/tickets/notes-and-tags/tags.ts";
import { type Desk, openDesk } from "#inbox/tickets/testing.ts";
import { prioritise } from "#inbox/tickets/triage/prioritise.ts";
import { run } from "#platform/db/database.ts";
import { queryAll } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { testConnection } from "#test/helpers/installation.ts";
import { statement } from "./conditions.ts";
import { filtersOf } from "./filters.ts";
import { ticketPage } from "./page.ts";
import { partsOf, scopeOf } from "./scope.ts";
import { sourceOf } from "./source.ts";

let desk: Desk;
let ana: UserCtx;
let boss: UserCtx;
beforeEach(() => {
  desk = openDesk();
  ana = desk.attendant({ name: "Ana" });
  boss = desk.attendant({ name: "Chefe", profile: "supervisor" });
});
afterEach(() => desk.close());

const page = (by: UserCtx, fields: Partial<TicketListQuery>) =>
  ticketPage(by, { searchParam: "", pageNumber: 1, ...fields });
const ids = (by: UserCtx, fields: Partial<TicketListQuery>) =>
  page(by, fields)
    .tickets.map(({ id }) => id)
    .toSorted((a, b) => a - b);
const tag = (name: string) =>
  run(
    desk.tenant.db,
    "INSERT INTO tag (name, color, created_at, updated_at) VALUES (?, '#000000', 0, 0)",
    name,
  ).id;

describe("filters of the open and waiting lists", () => {
  test("several filters select the tickets that match all of them; several tags must all be on the ticket", () => {
    const [vip, late] = [tag("VIP"), tag("Atrasado")];
    const other = testConnection(desk.tenant, { name: "Outra", queueIds: [desk.sales] });
    const [one, both, urgent] = [1, 2, 3].map(() => desk.waiting(desk.sales).id) as [number, number, number];
    const elsewhere = desk.waiting(desk.sales, { connectionId: other }).id;
    for (const id of [one, both, elsewhere]) addTag(ana, id, vip);
    addTag(ana, both, late);
    prioritise(ana, urgent, 4);
    const waiting = (fields: Partial<TicketListQuery>) => ids(ana, { status: "pending", ...fields });
    expect(waiting({ tags: [vip] })).toEqual([one, both, elsewhere]);
    expect(waiting({ tags: [vip, late] })).toEqual([both]);
    expect(waiting({ whatsappIds: [other] })).toEqual([elsewhere]);
    expect(waiting({ priorities: [4, 3] })).toEqual([urgent]);
    expect(waiting({ tags: [vip], whatsappIds: [desk.connectionId], priorities: [2] })).toEqual([one, both]);
    expect(page(ana, { status: "pending", tags: [vip], sort: "priority" })).toMatchObject({ count: 3 });
  });

  test("only supervisors and admins filter open tickets by attendant, and waiting tickets by the user they are offered to", () => {
    const mine = desk.attended(ana, desk.sales).id;
    const bosses = desk.attended(boss, desk.sales).id;
    const offered = desk.waiting(desk.sales).id;
    const free = desk.waiting(desk.sales).id;
    desk.distribute(offered, ana.actor.id);
    const users = [ana.actor.id];
    expect(ids(boss, { status: "open", showAll: "true", users })).toEqual([mine]);
    expect(ids(boss, { status: "open", showAll: "true" })).toEqual([mine, bosses]);
    expect(ids(boss, { status: "pending", users })).toEqual([offered]);
    expect(ids(ana, { status: "pending", users: [boss.actor.id] })).toEqual([offered, free]);
  });

  test("pages and count of every filter and order have exactly the tickets that match", () => {
    const vip = tag("VIP");
    const known = Array.from({ length: 90 }, (_, index) => {
      const ticket = desk.waiting(desk.sales);
      const priority = 1 + (index % 4);
      run(
        desk.tenant.db,
        "UPDATE ticket SET priority = ?, unread_messages = ? WHERE id = ?",
        priority,
        index % 3,
        ticket.id,
      );
      if (index % 2 === 0) addTag(ana, ticket.id, vip);
      return { id: ticket.id, priority, unread: index % 3 > 0, vip: index % 2 === 0 };
    });
    fc.assert(
      fc.property(
        fc.record({
          priorities: fc.subarray([1, 2, 3, 4]),
          tagged: fc.boolean(),
          unread: fc.boolean(),
          sort: fc.constantFrom("recent", "longest", "newest", "priority"),
        }),
        ({ priorities, tagged, unread, sort }) => {
          const wanted = known
            .filter((one) => priorities.length === 0 || priorities.includes(one.priority))
            .filter((one) => (!tagged || one.vip) && (!unread || one.unread));
          const pages = [1, 2, 3].map((pageNumber) =>
            page(ana, {
              status: "pending",
              sort,
              pageNumber,
              priorities,
              tags: tagged ? [vip] : [],
              ...(unread && { withUnreadMessages: "true" }),
            }),
          );
          const found = pages.flatMap(({ tickets }) => tickets.map(({ id }) => id));
          expect(found.toSorted((a, b) => a - b)).toEqual(wanted.map(({ id }) => id));
          expect(pages[0]?.count).toBe(wanted.length);
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe("20,000 waiting tickets", () => {
  beforeEach(() => {
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
  });

  test("a filtered list is counted exactly up to 10,000; above that the answer states only that there are more", () => {
    expect(page(ana, { status: "pending" })).toMatchObject({ count: 20_000 });
    expect(page(ana, { status: "pending", priorities: [1] })).toMatchObject({ count: 5000 });
    expect(page(ana, { status: "pending", priorities: [1] })).not.toHaveProperty("countIsMore");
    const most = page(ana, { status: "pending", priorities: [1, 2, 3] });
    expect(most).toMatchObject({ count: 10_000, countIsMore: true, hasMore: true });
    expect(page(ana, { status: "pending", priorities: [1, 2, 3], pageNumber: 2 })).toMatchObject({
      count: 10_000,
      countIsMore: true,
    });
  });

  test("a filter tests the tickets of the list and never starts from the tag or the connection", () => {
    const vip = tag("VIP");
    for (const sort of ["recent", "longest", "newest", "priority"] as const) {
      const query = {
        status: "pending",
        searchParam: "",
        pageNumber: 1,
        tags: [vip],
        whatsappIds: [1],
        sort,
      } as const;
      const filters = filtersOf(boss, query);
      const parts = partsOf(boss.actor, scopeOf(boss.actor, query));
      for (const fewRunning of [true, false]) {
        const source = sourceOf(desk.tenant.db, parts, filters, { sort, limit: 41, fewRunning });
        const explained = statement<{ detail: string }>((bind) => `EXPLAIN QUERY PLAN ${source.ids(bind)}`);
        const plan = queryAll(desk.tenant.db, ...explained).map(({ detail }) => detail);
        expect(plan.filter((line) => /^(SEARCH|SCAN) t /.test(line)).length).toBeGreaterThan(0);
        for (const line of plan) {
          if (/^(SEARCH|SCAN) t /.test(line))
            expect(line).toMatch(/^SEARCH t USING (COVERING )?INDEX ticket_(waiting|list)/);
          if (/ x /.test(line))
            expect(line).toMatch(/SEARCH x (EXISTS )?USING PRIMARY KEY \(ticket_id=\? AND tag_id=\?\)/);
        }
      }
    }
  });
});

describe("30,000 closed tickets", () => {
  const tagged = (tagId: number, from: number, to: number) =>
    run(
      desk.tenant.db,
      "INSERT INTO ticket_tag SELECT id, ? FROM ticket WHERE id BETWEEN ? AND ?",
      tagId,
      from,
      to,
    );

  beforeEach(() => {
    run(
      desk.tenant.db,
      `INSERT INTO contact (uuid, name, created_at, updated_at) WITH RECURSIVE n(i) AS
        (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000) SELECT 'c' || i, 'Contato ' || i, 0, 0 FROM n`,
    );
    run(
      desk.tenant.db,
      `INSERT INTO ticket (uuid, status, contact_id, connection_id, queue_id, protocol, created_at, updated_at)
        SELECT 'c' || id, 'closed', id, ?, ?, 'c' || id, id, id FROM contact`,
      desk.connectionId,
      desk.sales,
    );
  });

  test("with a tag on at most 5,000 tickets the query starts from the tag, and the list is counted exactly", () => {
    const vip = tag("VIP");
    tagged(vip, 1, 5000);
    expect(page(boss, { status: "closed", tags: [vip] })).toMatchObject({ count: 5000, hasMore: true });
  });

  test("with a tag on more than 5,000 tickets each page reads at most 20,000 tickets, and the pages contain each tagged ticket once", () => {
    const old = tag("Antigo");
    // The newest 22,000 tickets do not have the tag.
    tagged(old, 1, 8000);
    const found: number[] = [];
    let pageNumber = 1;
    for (let isMore = true; isMore; pageNumber += 1) {
      const { tickets, hasMore } = page(boss, { status: "closed", tags: [old], pageNumber });
      if (pageNumber === 1) expect([tickets.length, hasMore]).toEqual([0, true]);
      found.push(...tickets.map(({ id }) => id));
      isMore = hasMore && found.length < 200;
    }
    expect(found.slice(0, 3)).toEqual([8000, 7999, 7998]);
    expect(new Set(found).size).toBe(found.length);
  });

  test("with a rare and a common tag the query starts from the rare tag and tests its tickets for the common one", () => {
    const [common, rare] = [tag("Comum"), tag("Raro")];
    tagged(common, 1, 20_000);
    tagged(rare, 19_999, 20_002);
    expect(page(boss, { status: "closed", tags: [common, rare] })).toMatchObject({
      count: 2,
      hasMore: false,
    });
  });
});
