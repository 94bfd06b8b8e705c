import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Desk, openDesk } from "#inbox/tickets/testing.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { testContact } from "#test/helpers/installation.ts";
import { filtersOf } from "./filters.ts";
import { ticketPage } from "./page.ts";
import { partsOf } from "./scope.ts";
import { walkTickets } from "./walk.ts";

let desk: Desk;
let ana: UserCtx;
const INSERT = `INSERT INTO ticket (uuid, status, contact_id, connection_id, queue_id, user_id, protocol, created_at, updated_at, closed_at)
  VALUES (?, 'closed', ?, ?, ?, NULL, ?, 0, ?, 0)`;
beforeAll(() => {
  desk = openDesk();
  ana = desk.attendant();
  // 900 customers: every second one is named "Cliente", every fortieth one also "Freguês".
  for (let n = 1; n <= 900; n += 1) {
    const name = `${n % 2 === 0 ? "Cliente" : "Outro"} ${n % 40 === 0 ? "Freguês" : "Novo"} ${n}`;
    const contact = testContact(desk.tenant, { name });
    const queue = n % 3 === 0 ? desk.support : desk.sales;
    for (const at of [n % 7, 10])
      run(desk.tenant.db, INSERT, `u${n}-${at}`, contact, desk.connectionId, queue, `9${n}-${at}`, at);
  }
});
afterAll(() => desk.close());

function everyPage(by: UserCtx, text: string): number[] {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const { tickets, count, hasMore } = ticketPage(by, { searchParam: text, pageNumber: page });
    ids.push(...tickets.map(({ id }) => id));
    expect(count).toBeGreaterThanOrEqual(ids.length);
    if (hasMore) continue;
    expect(count).toBe(ids.length);
    return ids;
  }
}
const named = (like: string, queues: readonly number[]) =>
  all<{ id: number }>(
    desk.tenant.db,
    `SELECT t.id FROM ticket t JOIN contact c ON c.id = t.contact_id WHERE c.name LIKE ? AND t.queue_id IN (SELECT value FROM json_each(?))
      ORDER BY t.updated_at DESC, t.id DESC`,
    like,
    JSON.stringify(queues),
  ).map(({ id }) => id);

describe("a search for text that many contacts match", () => {
  test("the search lists every visible ticket once, newest first", () => {
    expect(everyPage(desk.admin(), "lient")).toEqual(named("%cliente%", [desk.sales, desk.support]));
    expect(everyPage(ana, "lient")).toEqual(named("%cliente%", [desk.sales]));
  });

  test("the search also lists tickets whose messages contain the text", () => {
    const { ticket } = desk.writes(desk.contact("Ninguém"), "sou cliente antigo");
    run(desk.tenant.db, "UPDATE ticket SET queue_id = ? WHERE id = ?", desk.sales, ticket.id);
    expect(everyPage(ana, "cliente")).toEqual([ticket.id, ...named("%cliente%", [desk.sales])]);
  });

  test("a search for a common text reads the list only until the page is full", () => {
    const { db } = desk.tenant;
    const admin = desk.admin();
    const filters = filtersOf(admin, { searchParam: "lient", pageNumber: 1 });
    const parts = partsOf(admin.actor, { statuses: ["closed"], ofEverybody: true });
    expect(filters.common?.contacts.share).toBeGreaterThan(0.3);
    const tested: number[] = [];
    const contacts = {
      ...(filters.common as NonNullable<typeof filters.common>).contacts,
      matches: () => tested.push(1) > 0,
    };
    walkTickets(db, parts, filters, { contacts, ticketIds: new Set() }, undefined, 41);
    expect(tested.length).toBeLessThan(one<{ n: number }>(db, "SELECT count(*) AS n FROM ticket")?.n ?? 0);
  });

  test("a search for a rare name finds tickets that are all old", () => {
    expect(everyPage(ana, "freguês")).toEqual(named("%freguês%", [desk.sales]));
    // 22 of 900 contacts match: their tickets are sorted, not walked.
    expect(filtersOf(ana, { searchParam: "freguês", pageNumber: 1 }).common).toBeUndefined();
  });
});
