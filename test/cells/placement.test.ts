import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { superUser } from "#accounts/billing/testing.ts";
import { storeDigest } from "#accounts/companies/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import { AppError } from "#platform/errors.ts";
import { partHeader } from "#platform/http/cells/internal-headers.ts";
import { reservedForTests } from "#tenants/reserve.ts";
import { type Api, createApi } from "#test/helpers/api.ts";
import { testConnection } from "#test/helpers/installation.ts";
import { cookieOf, startCells } from "./office.ts";
import { CREATION, PASSWORD, PLAN, type PlacementWorld, startPlacementWorld } from "./placement-world.ts";

/** docs/rules/cells.md#placement */

let w: PlacementWorld;
beforeAll(async () => {
  w = await startPlacementWorld();
});
afterAll(() => w.stop());
beforeEach(() => w.reset());

describe("the load of a cell", () => {
  test("it counts enabled companies and their connections, but neither the provider nor companies that moved away", async () => {
    const loads = () => w.cells.of(2).installation;
    const answer = async (planId: number | null = null) => {
      const request = new Request("http://balcao/between-cells/load", {
        method: "POST",
        headers: { ...partHeader, "content-type": "application/json" },
        body: JSON.stringify({ planId }),
      });
      const { forward } = w.cells.of(1).installation.cells;
      return (await forward(2, request, { ip: "", https: true, host: "" })).json();
    };
    expect(await answer()).toEqual({ load: 0 });
    const tenant = w.cells.of(2).company();
    testConnection(tenant, { name: "Loja" });
    storeDigest(tenant);
    const gone = w.cells.of(2).company();
    expect(await answer()).toEqual({ load: 3 });
    w.cells.moved.set(gone.id, 3);
    expect(await answer()).toEqual({ load: 2 });
    w.cells.moved.delete(gone.id);
    expect(await answer(4711)).toEqual({ load: null });
    const { plan: _, ...company } = tenant.company;
    loads().tenants.create({ ...company, id: 1, name: "Cópia", planId: PLAN }, reservedForTests());
    expect(await answer(PLAN)).toEqual({ load: 3 });
  });

  test("only other cells are answered: for a browser the addresses do not exist", async () => {
    for (const path of ["/between-cells/load", CREATION])
      for (const method of ["GET", "POST"]) {
        const forged = {
          "x-balcao-part": "1",
          "x-balcao-caller": JSON.stringify({ ip: "203.0.113.7", https: true, host: "a" }),
        };
        const body = method === "POST" ? JSON.stringify({ planId: null }) : null;
        const headers = { ...forged, "content-type": "application/json" };
        const answer = await fetch(w.cells.of(2).url + path, { method, headers, body });
        expect([answer.status, await answer.json()]).toEqual([404, { error: "ERR_NOT_FOUND" }]);
      }
  });
});

describe("a company that a super user creates", () => {
  /** A super user whose row and session every cell has under the same ids. */
  async function root(): Promise<(cell: number) => Api> {
    const home = superUser(w.cells.of(1));
    const { token } = w.cells.of(1).api({ ...home, actor: { ...home.actor, super: true } });
    for (const cell of [2, 3]) {
      const app = w.cells.of(cell);
      if (!app.installation.tenants.exists(1)) {
        const { plan: _, ...company } = home.tenant.company;
        app.installation.tenants.create({ ...company, planId: PLAN }, reservedForTests());
      }
      const copy = app.installation.tenants.open(1);
      for (const table of ["user", "session"]) {
        const rows = all<Record<string, unknown>>(home.tenant.db, `SELECT * FROM ${table}`);
        for (const row of rows) {
          const names = Object.keys(row);
          const places = names.map(() => "?").join(", ");
          const values = Object.values(row) as (string | number | null)[];
          run(copy.db, `INSERT OR REPLACE INTO ${table} (${names.join(", ")}) VALUES (${places})`, ...values);
        }
      }
    }
    return (cell) => createApi(w.cells.of(cell).url, token);
  }
  let number = 0;
  const company = (fields: object = {}) => {
    number += 1;
    const email = `nova${number}@empresa.example`;
    return { name: `Empresa nova ${number}`, email, planId: PLAN, password: PASSWORD, ...fields };
  };

  test("it is created in the cell with the lowest load, with its admin and its entry in the audit trail", async () => {
    const at = await root();
    w.prefer(3);
    w.cells.hops.length = 0;
    const body = company({ adminName: "Rita" });
    const reply = await at(2).post("/companies", body);
    expect(reply).toMatchObject({ status: 200, body: { name: body.name, planId: PLAN } });
    expect(w.companiesOf(body.email)).toMatchObject([{ cell: 3, id: reply.body.id }]);
    // It does not ask again where it was sent.
    expect(w.cells.hops.filter(({ from }) => from === 3)).toEqual([]);
    const entry = one(w.system(3), "SELECT kind, action, subject FROM provider_audit_log ORDER BY id DESC");
    expect(entry).toEqual({ kind: "company", action: "created", subject: body.name });
    const login = await w.post(1, "/auth/login", { email: body.email, password: PASSWORD });
    expect([login.status, cookieOf(login, "cell")]).toEqual([200, "3"]);
  });

  test("it is created in the cell that the super user names; one that does not exist is refused", async () => {
    const at = await root();
    w.prefer(3);
    const body = company();
    expect((await at(1).post("/companies?cell=2", body)).status).toBe(200);
    expect(w.companiesOf(body.email)).toMatchObject([{ cell: 2 }]);
    const here = company();
    expect((await at(1).post("/companies?cell=1", here)).status).toBe(200);
    expect(w.companiesOf(here.email)).toMatchObject([{ cell: 1 }]);
    for (const cell of ["9", "0", "x", "1000"]) {
      const refused = await at(1).post(`/companies?cell=${cell}`, company());
      expect(refused.status).toBe(400);
    }
  });

  test("a repetition of a request whose answer was lost creates no second company", async () => {
    const at = await root();
    w.prefer(2);
    const body = company();
    w.onAnswer = (path) => {
      if (path === "/api/companies") throw new AppError(503, "ERR_NOT_DURABLE");
    };
    expect((await at(1).post("/companies", body)).status).toBe(503);
    w.onAnswer = () => {};
    w.prefer(3);
    expect(await at(1).post("/companies", body)).toMatchObject({
      status: 409,
      body: { error: "ERR_NAME_IN_USE" },
    });
    expect(w.companiesOf(body.email)).toMatchObject([{ cell: 2 }]);
  });

  test("an import is begun in the cell with the lowest load, and continued and shown at any cell", async () => {
    const at = await root();
    w.prefer(3);
    const begun = await at(1).post("/companies/import", { fileName: "padaria.tar", size: 4096 });
    expect(begun).toMatchObject({ status: 200, body: { id: 3_000_000_000, state: "uploading" } });
    const { id } = begun.body;
    w.prefer(2);
    const form = new FormData();
    form.set("piece", new File([new Uint8Array(1000)], "piece"));
    expect(await at(2).post(`/companies/import/${id}/pieces?at=0`, form)).toMatchObject({
      status: 200,
      body: { received: 1000 },
    });
    for (const cell of [1, 2, 3])
      expect((await at(cell).get("/companies/import")).body.import).toMatchObject({ id, received: 1000 });
    expect((await at(2).delete(`/companies/import/${id}`)).status).toBe(200);
    expect((await at(1).get("/companies/import")).body.import).toMatchObject({ id, state: "cancelled" });
    expect((await at(1).delete("/companies/import/2000000000")).status).toBe(404);
  });

  test("a user without rights is refused without asking any cell", async () => {
    const tenant = w.cells.of(2).company();
    const person = await w.cells.of(2).person(tenant, { profile: "admin" });
    const login = (await (await w.post(2, "/auth/login", person)).json()) as { token: string };
    w.cells.hops.length = 0;
    const reply = await createApi(w.cells.of(2).url, login.token).post("/companies", company());
    expect([reply.status, w.cells.hops]).toEqual([403, []]);
  });
});

test("with one cell a company is created without any question", async () => {
  const alone = await startCells(1);
  const home = superUser(alone.of(1));
  const { plan } = alone.of(1).company().company;
  const body = { name: "Só uma", email: "so@uma.example", planId: plan.id, password: PASSWORD };
  expect((await alone.of(1).api(home).post("/companies", body)).status).toBe(200);
  expect(alone.hops).toEqual([]);
  await alone.stop();
});
