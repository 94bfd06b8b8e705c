import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { run } from "#platform/db/database.ts";
import type { Query } from "#platform/db/query.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testQueue, testUser } from "#test/helpers/installation.ts";
import * as sql from "./list.sql.ts";

let app: TestApp;
let tenant: Tenant;
let admin: UserCtx;
let ana: UserCtx;
let vendas: number;
let connectionId: number;

beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => app.stop());
beforeEach(() => {
  tenant = app.company();
  vendas = testQueue(tenant, "Vendas");
  connectionId = testConnection(tenant, { isDefault: true, queueIds: [vendas] });
  admin = testUser(tenant, { profile: "admin" });
  ana = testUser(tenant, { name: "Ana", queueIds: [vendas] });
});

/** Contacts created a minute apart, in this order. */
function people(...names: readonly string[]): number[] {
  return names.map((name, at) => {
    const id = testContact(tenant);
    run(tenant.db, "UPDATE contact SET name = ?, created_at = ? WHERE id = ?", name, 1_000 + at, id);
    return id;
  });
}
/** The steps of SQLite's query plan, joined into one text. */
function planOf({ text, names, isNumbered }: Pick<Query, "text" | "names" | "isNumbered">): string {
  const values = isNumbered ? [Object.fromEntries(names.map((_, at) => [at + 1, 1]))] : names.map(() => 1);
  const steps = tenant.db.$client.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values);
  return (steps as { detail: string }[]).map(({ detail }) => detail).join("; ");
}
const page = async (query: string) => (await app.api(ana).get(`/contacts?${query}`)).body;
const names = async (query: string) => (await page(query)).contacts.map(({ name }: { name: string }) => name);
const tag = async (name: string) =>
  (await app.api(admin).post("/tags", { name, color: "#112233" })).body.id as number;
const ticketOf = async (contactId: number, queueId = vendas) =>
  (await app.api(admin).post("/tickets", { contactId, queueId, whatsappId: connectionId })).body.id as number;

describe("list of contacts", () => {
  test("the list of contacts is sorted by name and by creation time, in both directions", async () => {
    people("bruno", "Ana", "Caio");
    expect(await names("")).toEqual(["Ana", "bruno", "Caio"]);
    expect(await names("sort=-name")).toEqual(["Caio", "bruno", "Ana"]);
    expect(await names("sort=created")).toEqual(["bruno", "Ana", "Caio"]);
    expect(await names("sort=-created")).toEqual(["Caio", "Ana", "bruno"]);
    expect((await app.api(ana).get("/contacts?sort=number")).status).toBe(400);
  });

  test("the list of contacts continues page by page without repeating or skipping a contact, in every order", async () => {
    people(...Array.from({ length: 45 }, (_, at) => `Pessoa ${at % 7}`));
    for (const sort of ["-name", "created", "-created"]) {
      const seen: number[] = [];
      for (const pageNumber of [1, 2, 3]) {
        const { contacts, count, hasMore } = await page(`sort=${sort}&pageNumber=${pageNumber}`);
        seen.push(...contacts.map(({ id }: { id: number }) => id));
        expect([count, hasMore]).toEqual([45, pageNumber < 3]);
      }
      expect(new Set(seen).size).toBe(45);
    }
  });

  test.each(["name", "-name", "created", "-created"] as const)(
    "the list sorted by %s is read in the order of an index, without sorting",
    (sort) => {
      for (const isContinued of [false, true])
        expect(planOf(sql.matchesInOrder("1", sort, isContinued))).toMatch(
          /^(SCAN|SEARCH) c USING (COVERING )?INDEX contact_(name|created)( \([^)]*\))?$/,
        );
    },
  );

  test("a list filtered by a rare tag starts from the uses of the tag; with a common tag it tests each contact in list order", () => {
    const rare = planOf(sql.matchesInOrder(sql.amongTagged(1).sql, "name", false));
    expect(rare).toContain("SEARCH c USING INTEGER PRIMARY KEY (rowid=?)");
    expect(rare).toContain("SEARCH g USING COVERING INDEX ticket_tag_tag (tag_id=?)");
    for (const sort of ["name", "-created"] as const) {
      const common = planOf(sql.matchesInOrder(sql.isTagged(1).sql, sort, false, 5_000));
      expect(common).toMatch(/SCAN c USING (COVERING )?INDEX contact_(name|created)/);
      expect(common).toMatch(/SEARCH t USING (COVERING )?INDEX ticket_\w+ \(contact_id=\?/);
      expect(common).toMatch(/SEARCH g USING .*ticket_id=\?/);
    }
  });

  test("a list filtered by a common tag shows the tagged contacts even when they are last in the order", async () => {
    const vip = await tag("VIP");
    const [first, tagged, others] = [1_000_000, 3_100, 6_000];
    run(
      tenant.db,
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO contact (id, uuid, name, number, created_at, updated_at)
       SELECT ? + i, 'u' || i, printf('Pessoa %05d', i), NULL, i, i FROM n`,
      tagged + others - 1,
      first,
    );
    run(
      tenant.db,
      `INSERT INTO ticket (id, uuid, protocol, contact_id, connection_id, status, created_at, updated_at)
       SELECT id, uuid, uuid, id, ?, 'closed', 1, 1 FROM contact WHERE id >= ? AND id < ?`,
      connectionId,
      first,
      first + tagged,
    );
    run(tenant.db, "INSERT INTO ticket_tag SELECT id, ? FROM ticket", vip);
    expect((await names(`tagId=${vip}&sort=created`)).slice(0, 2)).toEqual(["Pessoa 00000", "Pessoa 00001"]);
    const last = await page(`tagId=${vip}&sort=-created`);
    expect([last.contacts[0].name, last.contacts.length, last.hasMore]).toEqual(["Pessoa 03099", 20, true]);
    expect((await page(`tagId=${vip}&sort=-created&pageNumber=2`)).contacts[0].name).toBe("Pessoa 03079");
  });

  test("the list of contacts shows the tags of a contact's tickets and can be filtered by one", async () => {
    const [maria = 0] = people("Maria", "Nora");
    const vip = await tag("VIP");
    const ticketId = await ticketOf(maria);
    await app.api(admin).put(`/ticket-tags/${ticketId}/${vip}`);
    const { contacts, count } = await page(`tagId=${vip}`);
    expect([contacts.length, count]).toEqual([1, 1]);
    expect(contacts[0]).toMatchObject({ name: "Maria", tags: [{ id: vip, name: "VIP", color: "#112233" }] });
    expect(await names(`tagId=${vip}&searchParam=nora`)).toEqual([]);
    expect((await page("")).contacts[1].tags).toEqual([]);
  });
});

describe("tagging several contacts", () => {
  test("POST /tags/contacts tags the newest ticket of each contact that the caller may see", async () => {
    const [maria = 0, nora = 0, olga = 0] = people("Maria", "Nora", "Olga");
    const hidden = testQueue(tenant, "Diretoria");
    run(tenant.db, "INSERT INTO connection_queue VALUES (?, ?)", connectionId, hidden);
    await ticketOf(maria);
    await ticketOf(nora, hidden);
    const vip = await tag("VIP");
    const body = { contactIds: [maria, nora, olga, maria], tagId: vip };
    expect((await app.api(ana).post("/tags/contacts", body)).body).toEqual({ tagged: 1, skipped: 2 });
    expect(await names(`tagId=${vip}`)).toEqual(["Maria"]);
    const { records } = (await app.api(admin).get("/audit")).body;
    expect(records[0]).toMatchObject({ kind: "contact", verb: "changed", name: "Ana" });
  });

  test("POST /tags/contacts is rejected for an unknown tag and for more than 500 contacts, and never reaches another company", async () => {
    const api = app.api(admin);
    expect((await api.post("/tags/contacts", { contactIds: [1], tagId: 4711 })).status).toBe(404);
    const many = Array.from({ length: 501 }, (_, at) => at + 1);
    expect((await api.post("/tags/contacts", { contactIds: many, tagId: 1 })).status).toBe(400);
    const [maria = 0] = people("Maria");
    await ticketOf(maria);
    const other = testUser(app.company(), { profile: "admin" });
    const theirs = (await app.api(other).post("/tags", { name: "Deles", color: "#112233" })).body.id;
    const answer = await app.api(other).post("/tags/contacts", { contactIds: [maria], tagId: theirs });
    expect(answer.body).toEqual({ tagged: 0, skipped: 1 });
  });
});

test("contacts chosen in the list are added to a contact list once per number", async () => {
  const chosen = people("Maria", "Nora", "Olga").slice(0, 2);
  const list = (await app.api(admin).post("/contact-lists", { name: "Natal" })).body.id;
  const fill = () => app.api(admin).post(`/contact-lists/${list}/fill`, { contactIds: chosen });
  expect((await fill()).body).toEqual({ found: 2, added: 2, duplicates: 0, withoutPhone: 0 });
  expect((await fill()).body).toEqual({ found: 2, added: 0, duplicates: 2, withoutPhone: 0 });
  expect((await app.api(ana).post(`/contact-lists/${list}/fill`, { contactIds: chosen })).status).toBe(403);
});
