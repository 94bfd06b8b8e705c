import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { ensureOpenInvoice } from "#accounts/billing/index.ts";
import { payingCompany } from "#accounts/billing/testing.ts";
import { signExport } from "#operations/backups/exports/mount.ts";
import { one, run } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type Api, createApi } from "#test/helpers/api.ts";
import type { TestCells } from "#test/helpers/cells.ts";
import { testUser } from "#test/helpers/installation.ts";
import { becomesTrue, settle } from "#test/helpers/provider.ts";
import { cellOffice, startCells, superUserOf } from "./office.ts";

/** docs/rules/cells.md#requests: super users, who have a session in every cell. */

let cells: TestCells;
let token: string;
beforeAll(async () => {
  cells = await startCells(3, { env: { RATE_LIMITS: "off" } });
  cells.clock.set(Date.UTC(2026, 10, 21, 12));
  token = await superUserOf(cells, 3);
});
afterAll(() => cells.stop());
beforeEach(() => {
  cells.hops.length = 0;
});

const at = (cell: number): Api => createApi(cells.of(cell).url, token);
const owing = (cell: number): { readonly tenant: Tenant; readonly id: number } => {
  const { tenant } = payingCompany(cells.of(cell), "2026-11-30");
  return { tenant, id: ensureOpenInvoice(cells.of(cell).installation, tenant.id)?.id ?? 0 };
};

describe("a super user at any cell", () => {
  test("a company of another cell is read, changed and entered as support by its id", async () => {
    const { tenant } = cellOffice(cells, 2);
    for (const cell of [1, 2, 3])
      expect((await at(cell).get(`/companies/${tenant.id}`)).body).toMatchObject({ id: tenant.id });
    expect((await at(3).put(`/companies/${tenant.id}`, { phone: "5511900000000" })).status).toBe(200);
    expect(tenant.company.phone).toBe("5511900000000");
    expect((await at(1).get(`/users/list?companyId=${tenant.id}`)).body).toHaveLength(2);
    expect((await at(3).get(`/companies/${tenant.id}/schedules`)).status).toBe(200);
    const support = await at(1).post(`/companies/${tenant.id}/support`);
    expect(support.body.user.companyId).toBe(tenant.id);
    const inside = createApi(cells.of(3).url, support.body.token);
    expect((await inside.get("/auth/me")).body.companyId).toBe(tenant.id);
  });

  test("a request that comes before its login session is copied waits for it, and an ended session is refused", async () => {
    const { tenant } = cellOffice(cells, 2);
    const [home, copy] = [1, 2].map((cell) => cells.of(cell).installation.tenants.open(1)) as [
      Tenant,
      Tenant,
    ];
    const person = await cells.of(1).person(home, { profile: "admin", super: true });
    const login = await createApi(cells.of(1).url, null).post("/auth/login", person);
    const { id: sessionId } = one<{ id: number }>(home.db, "SELECT max(id) AS id FROM session") ?? { id: 0 };
    const copyRow = (table: "user" | "session", id: number) => {
      const row =
        one<Record<string, string | number | null>>(home.db, `SELECT * FROM ${table} WHERE id = ?`, id) ?? {};
      const columns = Object.keys(row);
      const values = columns.map(() => "?").join(", ");
      run(copy.db, `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${values})`, ...Object.values(row));
    };
    const ended: number[] = [];
    const request = () =>
      createApi(cells.of(1).url, login.body.token)
        .put(`/companies/${tenant.id}`, { phone: "5511911111111" })
        .then(({ status }) => void ended.push(status));
    const waiting = request();
    await becomesTrue(() => cells.hops.length > 0);
    await settle();
    expect(ended).toEqual([]);
    copyRow("user", person.id);
    copyRow("session", sessionId);
    cells.clock.advance(400);
    await waiting;
    expect(ended).toEqual([200]);
    run(copy.db, "DELETE FROM session WHERE id = ?", sessionId);
    const refused = request();
    await becomesTrue(() => {
      cells.clock.advance(400);
      return ended.length === 2;
    });
    await refused;
    expect(ended).toEqual([200, 401]);
  });

  test("provider-wide lists and changes are answered by the home cell, and the own company's data too", async () => {
    expect((await at(2).get("/rates")).status).toBe(200);
    expect((await at(3).get("/tickets?showAll=true")).body.tickets).toEqual([]);
    expect(cells.hops.map(({ from, to, what }) => `${from} → ${to} ${what}`)).toEqual([
      "2 → 1 GET /api/rates",
      "3 → 1 GET /api/tickets",
    ]);
  });

  test("a company that does not exist is not found, also when its id names another cell", async () => {
    for (const id of [5, 2_999_999, 7_000_000, 999_999_999_999])
      expect((await at(2).get(`/companies/${id}`)).status).toBe(404);
  });

  test("a user of the provider without rights is refused as on one machine", async () => {
    const { tenant } = cellOffice(cells, 2);
    const provider = cells.of(1).installation.tenants.open(1);
    const attendant = createApi(cells.of(2).url, cells.of(1).api(testUser(provider)).token);
    expect((await attendant.get(`/companies/${tenant.id}`)).body).toEqual({ error: "ERR_NO_PERMISSION" });
    expect((await attendant.get(`/users/list?companyId=${tenant.id}`)).status).toBe(200);
    expect((await attendant.put("/invoices/2000000000", { status: "paid" })).status).toBe(403);
    expect(cells.hops.every(({ to }) => to === 1)).toBe(true);
  });
});

describe("invoices over several cells", () => {
  test("an invoice is found in the cell that has it, and ids do not repeat between cells", async () => {
    const made = [1, 2, 3].map(owing);
    expect(made.map(({ id }) => Math.floor(id / 1_000_000_000))).toEqual([0, 2, 3]);
    for (const { id, tenant } of made) {
      expect((await at(1).get(`/invoices/${id}`)).body).toMatchObject({ id, companyId: tenant.id });
      const paid = await at(2).put(`/invoices/${id}`, { status: "paid" });
      expect([paid.status, paid.body.status]).toEqual([200, "paid"]);
      // Found where it is: its answer is given, although it is an error.
      expect((await at(3).put(`/invoices/${id}`, { status: "paid" })).body).toEqual({
        error: "ERR_INVOICE_PAID",
      });
    }
    const { id } = owing(3);
    expect((await at(1).delete(`/invoices/${id}`)).body).toEqual({ deletados: 1 });
    expect((await at(1).delete(`/invoices/${id}`)).status).toBe(404);
  });

  test("while a cell is away an invoice that no other cell has may be there: 503 instead of 404", async () => {
    const { id } = owing(2);
    cells.away.add(3);
    expect((await at(1).get(`/invoices/${id}`)).status).toBe(200);
    expect((await at(1).get("/invoices/2999999999")).status).toBe(503);
    cells.away.delete(3);
    expect((await at(1).get("/invoices/2999999999")).status).toBe(404);
  });

  test("an admin of a company gets 404 for an invoice of another cell, without a search", async () => {
    const { id } = owing(3);
    const { admin } = cellOffice(cells, 2);
    const api = createApi(cells.of(1).url, cells.of(2).api(admin).token);
    cells.hops.length = 0;
    expect((await api.get(`/invoices/${id}`)).status).toBe(404);
    expect(cells.hops).toHaveLength(1);
  });
});

describe("the address of an export", () => {
  test("it names the cell of the export, and opens no export of another cell", async () => {
    const files = [1, 2].map((cell) => {
      const { installation } = cells.of(cell);
      const { tenant } = cellOffice(cells, cell);
      const { id } = run(
        installation.system,
        `INSERT INTO company_export (id, company_id, state, asked_by, asked_name, started_at, expires_at)
         VALUES (?, ?, 'done', 1, 'Ana', ?, ?)`,
        cell === 1 ? 1 : 2_000_000_000,
        tenant.id,
        cells.clock.now(),
        cells.clock.now() + 3_600_000,
      );
      const path = `${installation.dataDirectory}/exports`;
      return { id, write: Bun.write(`${path}/${id}.tar`, `export of cell ${cell}`) };
    });
    for (const [index, { id, write }] of files.entries()) {
      await write;
      const userId = one<{ id: number }>(
        cells.of(1).installation.tenants.open(1).db,
        "SELECT id FROM user WHERE super = 1",
      )?.id;
      const { secrets } = cells.of(1).installation;
      const address = signExport(secrets, { exportId: id, userId: userId ?? 0 }, cells.clock.now());
      for (const cell of [1, 2, 3])
        expect(await (await fetch(cells.of(cell).url + address)).text()).toBe(`export of cell ${index + 1}`);
    }
  });
});
