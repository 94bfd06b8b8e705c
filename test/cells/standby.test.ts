import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { openStandbyServer, type StandbyServer } from "#cluster/node/standby-server.ts";
import { createLog } from "#platform/log.ts";
import { createStandbyApp } from "#standby-app.ts";
import { createApi } from "#test/helpers/api.ts";
import type { TestCells } from "#test/helpers/cells.ts";
import { openSocket } from "#test/helpers/socket.ts";
import { type CellOffice, cellOffice, cellPerson, startCells, superUserOf } from "./office.ts";

/** docs/rules/cells.md#standbys: a standby of cell 1 of two cells. */

let cells: TestCells;
let local: CellOffice;
let remote: CellOffice;
let standby: StandbyServer;
let url: string;
let token: string;
beforeAll(async () => {
  cells = await startCells(2, { env: { RATE_LIMITS: "off", TRUSTED_PROXIES: "127.0.0.1" } });
  token = await superUserOf(cells, 2);
  local = cellOffice(cells, 1);
  remote = cellOffice(cells, 2);
  const { config, cells: ofHome } = cells.of(1).installation;
  standby = openStandbyServer({
    port: 0,
    host: "127.0.0.1",
    metrics: null,
    now: () => 0,
    links: null,
    app: createStandbyApp({ config, cells: ofHome, log: createLog("silent"), clock: cells.clock }),
  });
  url = `http://127.0.0.1:${standby.port}`;
});
afterAll(async () => {
  await standby.close();
  await cells.stop();
});
beforeEach(() => void cells.hops.splice(0));
afterEach(() => cells.away.clear());

const hops = () => cells.hops.map(({ to, what }) => `${to} ${what}`);
const apiOf = (cell: number, { ana }: CellOffice) => createApi(url, cells.of(cell).api(ana).token);

describe("a standby", () => {
  test("signs a user in at the owner of the company's cell", async () => {
    for (const [cell, { tenant }] of [
      [1, local],
      [2, remote],
    ] as const) {
      const person = await cellPerson(cells, cell, tenant);
      const answer = await fetch(`${url}/api/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": "203.0.113.7" },
        body: JSON.stringify(person),
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.getSetCookie().join()).toContain(`cell=${cell};`);
    }
    expect(hops()).toEqual(["1 POST /api/auth/login", "2 POST /api/auth/login"]);
  });

  test("sends reads and writes of a session to the owner of its cell", async () => {
    expect((await apiOf(1, local).get("/tickets?showAll=true")).body.tickets).toMatchObject([
      { id: local.ticketId },
    ]);
    const sent = await apiOf(2, remote).post(`/messages/${remote.ticketId}`, { body: "Bom dia!" });
    expect(sent.status).toBe(200);
    expect(hops()).toEqual(["1 GET /api/tickets", `2 POST /api/messages/${remote.ticketId}`]);
  });

  test("merges a list of a super user from the parts of the owners, also of its own cell", async () => {
    const api = createApi(url, token);
    const { body, headers } = await api.get("/companies/list");
    const ids = body.map(({ id }: { id: number }) => id);
    expect(ids).toEqual(expect.arrayContaining([1, local.tenant.id, remote.tenant.id]));
    expect(new Set(ids).size).toBe(ids.length);
    expect(headers.get("missing-cells")).toBeNull();
    expect(hops().toSorted()).toEqual(["1 GET /api/companies/list", "2 GET /api/companies/list"]);
    cells.away.add(1);
    const without = await api.get("/companies/list");
    expect([without.status, without.headers.get("missing-cells")]).toEqual([200, "1"]);
    expect(without.body.map(({ id }: { id: number }) => id)).not.toContain(local.tenant.id);
  });

  test("sends pages, unknown paths and wrong sessions to the owner of its own cell", async () => {
    const statusOf = async (path: string, headers: Record<string, string> = {}) =>
      (await fetch(`${url}${path}`, { headers })).status;
    expect(await statusOf("/api/nowhere")).toBe(404);
    expect(await statusOf("/api/tickets", { authorization: "Bearer wrong" })).toBe(401);
    // The servers of these tests have no pages.
    expect(await statusOf("/tickets")).toBe(404);
    expect(hops()).toEqual(["1 GET /api/nowhere", "1 GET /api/tickets", "1 GET /tickets"]);
  });

  test("answers health checks itself, and is the owner of no cell", async () => {
    const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status;
    expect([await statusOf("/healthz"), await statusOf("/readyz"), await statusOf("/ownerz?cell=1")]).toEqual(
      [200, 503, 503],
    );
    expect(hops()).toEqual([]);
  });

  test("relays sockets of both cells to their owners", async () => {
    for (const [cell, office] of [
      [1, local],
      [2, remote],
    ] as const) {
      const socket = await openSocket(url, cells.of(cell).api(office.ana).token ?? "");
      expect(await socket.next((frame) => frame.t === "ready")).toMatchObject({ epoch: cell });
      office.write("Ainda está aí?");
      expect((await socket.event("appMessage", "create")).message.body).toBe("Ainda está aí?");
      socket.close();
    }
    expect(hops()).toEqual(["1 GET /socket", "2 GET /socket"]);
  });

  test("refuses with 503 while the owner does not answer, and browsers get a page that reloads", async () => {
    cells.away.add(1).add(2);
    for (const office of [local, remote]) {
      const { status, body } = await apiOf(office === local ? 1 : 2, office).get("/tickets");
      expect([status, body]).toMatchObject([503, { error: "ERR_NOT_DURABLE" }]);
    }
    const page = await fetch(`${url}/tickets`, { headers: { accept: "text/html" } });
    expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('http-equiv="refresh"')]);
    const socket = await openSocket(url, cells.of(1).api(local.ana).token ?? "");
    expect(await socket.closed).toBe(1001);
  });
});
