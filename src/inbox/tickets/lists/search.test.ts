import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Desk, openDesk } from "#inbox/tickets/testing.ts";
import { run } from "#platform/db/database.ts";
import { queryAll } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { statement } from "./conditions.ts";
import { filtersOf } from "./filters.ts";
import { ticketPage } from "./page.ts";
import { partsOf } from "./scope.ts";
import { sourceOf } from "./source.ts";

let desk: Desk;
let ana: UserCtx;
beforeAll(() => {
  desk = openDesk();
  ana = desk.attendant();
});
afterAll(() => desk.close());
const find = (text: string, by: UserCtx = ana) =>
  ticketPage(by, { searchParam: text, pageNumber: 1 }).tickets.map(({ id }) => id);
const ticketOf = (name: string, text = "oi", queueId: number | null = desk.sales) => {
  const { ticket } = desk.writes(desk.contact(name), text);
  run(desk.tenant.db, "UPDATE ticket SET queue_id = ? WHERE id = ?", queueId, ticket.id);
  return ticket;
};

describe("searching tickets", () => {
  test("a search finds the contact's name ignoring case and accents, and the number in any notation", () => {
    const { id, contactId } = ticketOf("Conceição Araújo");
    run(desk.tenant.db, "UPDATE contact SET number = '5521998877665' WHERE id = ?", contactId);
    for (const text of ["conceicao", "ARAÚJO conc", "(21) 99887", "8877665"])
      expect(find(text)).toEqual([id]);
  });

  test("a search finds a protocol by its first digits", () => {
    const { id, protocol } = ticketOf("Protocolada");
    expect(find(protocol)).toEqual([id]);
    expect(find(protocol.slice(0, 8))).toContain(id);
    expect(find(protocol.slice(2))).not.toContain(id);
  });

  test("a search finds words of messages, the last one as a prefix", () => {
    const { id } = ticketOf("Roberta", "O roteador não está funcionando");
    expect(find("roteador funciona")).toEqual([id]);
    expect(find("funcionando ROTEAD")).toEqual([id]);
    expect(find("funciona roteador")).toEqual([]);
    expect(find("nao")).toEqual([id]);
  });

  test("a search for one letter matches names only", () => {
    const { id } = ticketOf("Xis", "zzz");
    expect(find("x")).toEqual([id]);
    expect(find("z")).toEqual([]);
  });

  test("a search includes closed tickets and excludes those the caller may not see", () => {
    const mine = ticketOf("Jurema", "parafuso");
    ticketOf("Jurandir", "parafuso", desk.support);
    desk.put(ana, mine.id, { status: "closed" });
    expect(find("parafuso")).toEqual([mine.id]);
    expect(find("parafuso", desk.admin())).toHaveLength(2);
  });

  test("operators, quotes and SQL in a search text are treated as plain text", () => {
    for (const text of [
      '"',
      '"*^NEAR(',
      "a OR b",
      "') OR 1=1 --",
      "%",
      "body:oi",
      "\0",
      "🙏",
      "x".repeat(200),
    ])
      expect(Array.isArray(find(text))).toBe(true);
    expect(find("') OR 1=1 --")).toEqual([]);
  });

  test("a search matches prefixes only of words with fewer than 100 hits", () => {
    const { contactId } = ticketOf("Falante");
    for (let n = 0; n < 100; n += 1) desk.writes(contactId, "fatura");
    const { id } = ticketOf("Calada", "faturamento");
    expect(find("fatura")).not.toContain(id);
    expect(find("fatur")).toContain(id);
    const short = ticketOf("Padeiro", "uma fatia").id;
    const exact = ticketOf("Curta", "fati").id;
    expect(find("fati").sort()).toEqual([short, exact].sort());
  });
});

describe("the plan of the database", () => {
  const plan = (fields: Partial<Parameters<typeof ticketPage>[1]>, by: UserCtx) => {
    const { status } = fields;
    const scope = {
      statuses: status ? [status] : (["open", "pending"] as const),
      ofEverybody: fields.showAll === "true",
      queueIds: fields.queueIds,
    };
    const filters = filtersOf(by, { searchParam: "", pageNumber: 1, ...fields });
    const after = { updatedAt: 5, id: 5, priority: 2, rank: 0, since: 5, wakes: 5, due: 5 };
    const wanted = { sort: fields.sort ?? "recent", after, limit: 41 } as const;
    const source = sourceOf(desk.tenant.db, partsOf(by.actor, scope), filters, wanted);
    const explained = statement<{ detail: string }>((bind) => `EXPLAIN QUERY PLAN ${source.ids(bind)}`);
    return queryAll(desk.tenant.db, ...explained).map(({ detail }) => detail);
  };

  test("a list without selective filter is read along its index, without sorting", () => {
    const admin = desk.admin();
    const walks = [
      plan({ status: "closed" }, admin),
      plan({ status: "open" }, ana),
      plan({ status: "pending" }, ana),
      plan({ status: "closed", queueIds: [desk.sales] }, admin),
      plan({ status: "closed", queueIds: [null] }, admin),
      plan({ status: "closed", updatedAt: "2026-11-20" }, admin),
      plan({ status: "pending", withUnreadMessages: "true" }, admin),
    ];
    for (const lines of walks) {
      expect(lines.join("\n")).toMatch(/SEARCH t USING (COVERING )?INDEX ticket_list/);
      expect(lines.join("\n")).toMatch(/updated_at[<>]/);
      expect(lines.join("\n")).not.toContain("TEMP B-TREE");
    }
  });

  test("no filter by text, tag, attendant or day scans a whole table", () => {
    const admin = desk.admin();
    for (const fields of [{ searchParam: "bom dia" }, { tags: [1] }, { users: [1] }, { date: "2026-11-20" }])
      expect(plan(fields, admin).join("\n")).not.toMatch(/SCAN (t|ticket|message|m|contact)\b(?!_)/);
  });
});
