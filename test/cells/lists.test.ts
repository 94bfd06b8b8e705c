import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { payingCompany } from "#accounts/billing/testing.ts";
import type { Cells } from "#platform/cells.ts";
import { all, run } from "#platform/db/database.ts";
import { type Api, createApi } from "#test/helpers/api.ts";
import type { TestCells } from "#test/helpers/cells.ts";
import { testUser } from "#test/helpers/installation.ts";
import { cellOffice, startCells, superUserOf } from "./office.ts";

/** docs/rules/cells.md#lists */

let cells: TestCells;
let token: string;
/** Cells that accept a request and never answer it. */
const silent = new Set<number>();
const withSilence = (known: Cells): Cells => ({
  ...known,
  forward: (cell, request, caller) =>
    silent.has(cell) ? new Promise(() => {}) : known.forward(cell, request, caller),
});

beforeAll(async () => {
  cells = await startCells(3, { env: { RATE_LIMITS: "off" }, cells: withSilence });
  cells.clock.set(Date.UTC(2026, 10, 21, 12));
  token = await superUserOf(cells, 3);
});
afterAll(() => cells.stop());
beforeEach(() => {
  cells.hops.length = 0;
  cells.away.clear();
  silent.clear();
});

const at = (cell: number): Api => createApi(cells.of(cell).url, token);
const system = (cell: number) => cells.of(cell).installation.system;
let groups = 0;
/** Companies with a common word in their names, dealt to the cells in turn. */
function companies(count: number, nameOf = (at: number) => String(at).padStart(3, "0")) {
  groups += 1;
  const word = `Grupo${groups}`;
  const made = Array.from({ length: count }, (_, index) =>
    cells.of((index % 3) + 1).company(`${nameOf(index)} ${word}`),
  );
  return { word, ids: made.map(({ id }) => id) };
}
const missing = ({ headers }: { readonly headers: Headers }) => headers.get("missing-cells");

describe("lists of companies over three cells", () => {
  test("each page has the rows of all cells in their order, every company once, with one count", async () => {
    const { word, ids } = companies(45);
    for (const cell of [1, 2, 3]) {
      const pages = await Promise.all(
        [1, 2, 3, 4].map((page) => at(cell).get(`/companies?searchParam=${word}&pageNumber=${page}`)),
      );
      expect(pages.map(({ body }) => [body.companies.length, body.count, body.hasMore])).toEqual([
        [20, 45, true],
        [20, 45, true],
        [5, 45, false],
        [0, 45, false],
      ]);
      expect(pages.flatMap(({ body }) => body.companies.map(({ id }: { id: number }) => id))).toEqual(ids);
      expect(pages.map(missing)).toEqual([null, null, null, null]);
    }
  });

  test("names are ordered as on one machine: letters A to Z without case, other characters by their number", async () => {
    const names = ["zebra", "Árvore", "Zebra 2", "abelha", "Abelha 2", "ábaco", "_x", "😀", "\uffe5"];
    const { word } = companies(names.length, (index) => names[index] ?? "");
    const { body } = await at(2).get(`/companies/list?searchParam=${word}`);
    run(system(1), "CREATE TEMP TABLE IF NOT EXISTS sorted_name (name TEXT)");
    run(system(1), "DELETE FROM sorted_name");
    for (const name of names) run(system(1), "INSERT INTO sorted_name VALUES (?)", `${name} ${word}`);
    const expected = all<{ name: string }>(
      system(1),
      "SELECT name FROM sorted_name ORDER BY name COLLATE NOCASE",
    );
    expect(body.map(({ name }: { name: string }) => name)).toEqual(expected.map(({ name }) => name));
  });

  test("the provider's company is in each list once, and never its copies", async () => {
    for (const path of ["/companies/list", "/companiesPlan"]) {
      const { body } = await at(2).get(path);
      expect(body.filter(({ id }: { id: number }) => id === 1)).toHaveLength(1);
    }
    cells.away.add(1);
    const { body } = await at(2).get("/companies/list");
    expect(body.filter(({ id }: { id: number }) => id === 1)).toEqual([]);
  });

  test("a cell that does not answer is named, and the companies of the others are listed", async () => {
    const { word, ids } = companies(6);
    cells.away.add(2);
    const answer = await at(3).get(`/companies?searchParam=${word}`);
    expect([answer.status, missing(answer), answer.body.count]).toEqual([200, "2", 4]);
    expect(answer.body.companies.map(({ id }: { id: number }) => id)).toEqual(
      ids.filter((_, index) => index % 3 !== 1),
    );
    cells.away.add(1);
    expect(missing(await at(3).get(`/companies?searchParam=${word}`))).toBe("1, 2");
  });

  test("a cell that is silent for two seconds is named", async () => {
    const { word } = companies(3);
    silent.add(2);
    const asked = at(1).get(`/companies?searchParam=${word}`);
    let isAnswered = false;
    void asked.then(() => {
      isAnswered = true;
    });
    while (!isAnswered) {
      cells.clock.advance(500);
      await Bun.sleep(5);
    }
    const answer = await asked;
    expect([answer.status, missing(answer), answer.body.count]).toEqual([200, "2", 2]);
  });

  test("attendants and admins of a company are refused, and no cell is asked for its part", async () => {
    const { ana, admin } = cellOffice(cells, 2);
    for (const user of [ana, admin]) {
      const api = createApi(cells.of(3).url, cells.of(2).api(user).token);
      for (const path of [
        "/companies",
        "/companies/list",
        "/companiesPlan",
        "/cockpit",
        "/plans",
        "/backups",
      ])
        expect((await api.get(path)).status).toBe(403);
      expect((await api.post("/companies/resume")).status).toBe(403);
    }
    expect(cells.hops.every(({ to }) => to === 2)).toBe(true);
    expect(cells.hops).toHaveLength(14);
  });

  test("a browser cannot ask for the part of one cell, and the header of a part has no effect", async () => {
    const { word } = companies(25);
    const path = `/companies?searchParam=${word}`;
    const { body } = await at(1).get(path, { "x-balcao-part": "1" });
    expect([body.companies.length, body.count]).toEqual([20, 25]);
    const plans = await at(1).get("/plans", { "x-balcao-part": "1" });
    expect(plans.body.counts).toBeUndefined();
  });

  test("a wrong token and a wrong filter are answered as on one machine", async () => {
    expect((await createApi(cells.of(2).url, "wrong").get("/companies")).status).toBe(401);
    const long = "x".repeat(5000);
    expect((await at(2).get(`/companies?searchParam=${long}`)).body.error).toBe("ERR_VALIDATION");
  });

  test("a super user who lost the right is refused by the home cell, whatever the others have", async () => {
    const provider = cells.of(1).installation.tenants.open(1);
    run(provider.db, "UPDATE user SET super = 0 WHERE super = 1");
    const asked = at(3).get("/companies");
    let status = 0;
    void asked.then((answer) => {
      status = answer.status;
    });
    while (status === 0) {
      cells.clock.advance(500);
      await Bun.sleep(5);
    }
    run(provider.db, "UPDATE user SET super = 1 WHERE profile = 'admin'");
    expect(status).toBe(403);
  });
});

describe("invoices over three cells", () => {
  test("super users get the invoices of all cells, newest due date first", async () => {
    const tenants = [1, 2, 3, 1, 2, 3].map((cell) => payingCompany(cells.of(cell), "2026-12-01").tenant);
    const dates = ["2026-12-03", "2026-12-05", "2026-12-01", "2026-12-02", "2026-12-05", "2026-12-04"];
    for (const [index, tenant] of tenants.entries())
      run(
        tenant.installation.system,
        `INSERT INTO invoice (company_id, due_date, status, detail, value_cents, recurrence, plan_id, plan,
           created_at, updated_at) VALUES (?, ?, 'open', 'Dezembro', 100, 'monthly', 1, '{}', 0, 0)`,
        tenant.id,
        dates[index] ?? "",
      );
    const { body } = await at(2).get("/invoices/all?searchParam=dezembro");
    expect([body.count, body.hasMore]).toEqual([6, false]);
    expect(body.invoices.map(({ dueDate }: { dueDate: string }) => dueDate)).toEqual(
      dates.toSorted().reverse(),
    );
    cells.away.add(3);
    expect(missing(await at(2).get("/invoices/all?searchParam=dezembro"))).toBe("3");
  });

  test("an admin gets the invoices of the own company, from its cell alone", async () => {
    const { tenant, admin } = cellOffice(cells, 2);
    const api = createApi(cells.of(3).url, cells.of(2).api(admin).token);
    const { body } = await api.get("/invoices/all");
    expect(body).toMatchObject({ invoices: [], count: 0 });
    expect(cells.hops.map(({ from, to }) => [from, to])).toEqual([[3, 2]]);
    expect(tenant.id).toBeGreaterThan(2_000_000);
  });

  test("an admin of the provider's company who is no super user gets the invoices of that company alone", async () => {
    const provider = cells.of(1).installation.tenants.open(1);
    const api = createApi(cells.of(2).url, cells.of(1).api(testUser(provider, { profile: "admin" })).token);
    expect((await api.get("/invoices/all")).body.count).toBe(0);
    expect(cells.hops.map(({ to }) => to)).toEqual([1]);
  });
});

describe("the cockpit over three cells", () => {
  test("its figures are the sums of all cells, without copies of the provider's company", async () => {
    for (const cell of [1, 2, 3]) cellOffice(cells, cell);
    const count = (cell: number) =>
      all(system(cell), `SELECT id FROM company WHERE removed_at IS NULL ${cell === 1 ? "" : "AND id > 1"}`)
        .length;
    const { body } = await at(2).get("/cockpit");
    expect(body.missingCells).toEqual([]);
    expect(body.companies).toHaveLength([1, 2, 3].reduce((sum, cell) => sum + count(cell), 0));
    expect(body.companies.filter(({ id }: { id: number }) => id === 1)).toHaveLength(1);
    expect(Object.values(body.states as Record<string, number>).reduce((a, b) => a + b, 0)).toBe(
      body.companies.length,
    );
    cells.away.add(2);
    const without = await at(1).get("/cockpit");
    expect(without.body.missingCells).toEqual([2]);
    expect(without.body.companies).toHaveLength(count(1) + count(3));
  });

  test("messages of a day, revenue and overdue invoices are added, and money has no float error", async () => {
    const before = (await at(1).get("/cockpit")).body;
    for (const cell of [1, 2, 3]) {
      const { tenant } = payingCompany(cells.of(cell), "2026-12-20");
      run(system(cell), "INSERT INTO company_day VALUES (?, '2026-11-21', 2, 3)", tenant.id);
      const make = `INSERT INTO invoice (company_id, due_date, status, detail, value_cents, recurrence, plan_id, plan, paid_at,
        created_at, updated_at) VALUES (?, ?, ?, 'Plano', 10, 'monthly', 1, '{}', ?, 0, 0)`;
      run(system(cell), make, tenant.id, "2026-10-12", "paid", Date.UTC(2026, 10, 2, 15));
      run(system(cell), make, tenant.id, "2026-11-12", "open", null);
    }
    const after = (await at(3).get("/cockpit")).body;
    const today = (body: typeof before) => body.days.at(-1);
    expect(today(after).received - today(before).received).toBe(6);
    expect(today(after).sent - today(before).sent).toBe(9);
    expect(after.days).toHaveLength(30);
    expect([after.revenue, after.overdue]).toEqual([
      Math.round(before.revenue * 100 + 30) / 100,
      { count: before.overdue.count + 3, value: Math.round(before.overdue.value * 100 + 30) / 100 },
    ]);
  });

  test("incidents are rounded after they were added", async () => {
    for (const cell of [1, 2, 3])
      for (let one = 0; one < 2; one += 1)
        run(
          system(cell),
          `INSERT INTO number_incident (id, day, kind, hours, age, contacts, silent, same_text, proxy)
           VALUES (?, '2026-11-20', 'temp_ban', 'to_24', 'to_7', 'few', 'few', 'few', 'no')`,
          crypto.randomUUID(),
        );
    const { body } = await at(2).get("/cockpit/numbers");
    expect(body.incidents).toMatchObject([{ kind: "temp_ban", count: 5 }]);
  });
});

describe("plans over three cells", () => {
  const planOf = (cell: number, name: string) =>
    all<{ id: number }>(system(cell), "SELECT id FROM plan WHERE name = ?", name)[0]?.id ?? 0;
  /** A plan that every cell has under the same id, as a copy of shared rows makes it. */
  function sharedPlan(): { readonly id: number; readonly name: string } {
    groups += 1;
    const id = 10_000 * groups;
    const name = `Plano ${id}`;
    for (const cell of [1, 2, 3])
      run(
        system(cell),
        "INSERT INTO plan (id, name, users, connections, queues, created_at, updated_at) VALUES (?, ?, 1, 1, 1, 0, 0)",
        id,
        name,
      );
    return { id, name };
  }
  const give = (cell: number, planId: number, columns = "") => {
    const { id } = cells.of(cell).company();
    run(system(cell), `UPDATE company SET plan_id = ? ${columns} WHERE id = ?`, planId, id);
  };

  test("the page and a change of a plan count the companies of all cells", async () => {
    const { id, name } = sharedPlan();
    for (const cell of [1, 2, 2, 3]) give(cell, id);
    run(system(3), "UPDATE company SET plan_id = ? WHERE id = 1", id);
    const { body } = await at(2).get(`/plans?searchParam=${name}`);
    expect(body).toMatchObject({ plans: [{ id, companies: 4 }], count: 1, hasMore: false });
    expect((await at(3).put(`/plans/${id}`, { users: 5 })).body).toMatchObject({
      id,
      companies: 4,
      users: 5,
    });
  });

  test("a plan that a company of another cell has cannot be deleted, also when that company is in the bin", async () => {
    const { id, name } = sharedPlan();
    give(2, id, ", removed_at = 1");
    expect(await at(1).delete(`/plans/${id}`)).toMatchObject({
      ...{ status: 409, body: { error: "ERR_PLAN_IN_USE" } },
    });
    run(system(2), "UPDATE company SET plan_id = 1 WHERE plan_id = ?", id);
    expect((await at(3).delete(`/plans/${id}`)).status).toBe(200);
    expect(planOf(1, name)).toBe(0);
  });

  test("a plan cannot be deleted while a cell does not answer", async () => {
    const { id, name } = sharedPlan();
    cells.away.add(3);
    expect(await at(1).delete(`/plans/${id}`)).toMatchObject({
      ...{ status: 503, body: { error: "ERR_NOT_DURABLE" } },
    });
    expect(planOf(1, name)).toBe(id);
    cells.away.clear();
    expect((await at(1).delete(`/plans/${id}`)).status).toBe(200);
  });
});

describe("actions on companies of several cells", () => {
  test("companies held after a restore are resumed in every cell, and the answer names cells that did not answer", async () => {
    const held = [1, 2, 2, 3].map((cell) => {
      const { installation, id } = cells.of(cell).company();
      run(installation.system, "UPDATE company SET restored_at = 1, resumed_at = NULL WHERE id = ?", id);
      installation.tenants.refresh(id);
      return { installation, id };
    });
    const isHeld = () => held.map(({ installation, id }) => installation.tenants.held().has(id));
    expect((await at(2).get("/companies/held")).body).toEqual({ companies: 4 });
    expect((await at(1).get("/auth/me")).body.company.heldCompanies).toBeNull();
    cells.away.add(3);
    const known = await at(1).get("/companies/held");
    expect([known.body, known.headers.get("missing-cells")]).toEqual([{ companies: 3 }, "3"]);
    expect((await at(2).post("/companies/resume")).body).toEqual({ resumed: 3, missingCells: [3] });
    expect(isHeld()).toEqual([false, false, false, true]);
    cells.away.clear();
    expect((await at(1).post("/companies/resume")).body).toEqual({ resumed: 1 });
    expect((await at(2).get("/companies/held")).body).toEqual({ companies: 0 });
    expect(isHeld()).toEqual([false, false, false, false]);
  });
});
