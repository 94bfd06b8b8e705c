import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { testKey } from "#accounts/api-keys/testing.ts";
import { writeSetting } from "#accounts/settings/index.ts";
import { one, run, typed } from "#platform/db/database.ts";
import { openDatabase } from "#platform/db/open.ts";
import { companyDirectory } from "#tenants/registry.ts";
import type { AppRoute } from "#tenants/route.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type Api, createApi, type Reply } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { startTestCells } from "#test/helpers/cells.ts";
import { dump, fillEveryTable } from "#test/helpers/dump.ts";
import { testQueue, testUser } from "#test/helpers/installation.ts";
import { SWEEP_MS } from "#test/helpers/patient.ts";
import { watchRows } from "#test/helpers/row-watch.ts";
import { sampleOf } from "#test/helpers/sample.ts";

/** An id that exists in the second company only, in every one of its tables. */
const FOREIGN = 5001;
const CANARY = "SEGREDO-DA-OUTRA";

/** The callers' company and the other one, on the same server or in two cells. */
interface World {
  /** The server of the callers' company. */
  readonly app: TestApp;
  /** The server of the other company. */
  readonly far: TestApp;
  /** The server that the callers send their requests to. */
  readonly entrance: TestApp;
  readonly stop: () => Promise<void>;
}
const OFF = { env: { RATE_LIMITS: "off" } };

async function oneServer(): Promise<World> {
  const app = await startTestApp(OFF);
  return { app, far: app, entrance: app, stop: () => app.stop() };
}

/** docs/rules/cells.md#requests */
async function twoCells(entrance: number): Promise<World> {
  const cells = await startTestCells(2, OFF);
  return {
    app: cells.of(1),
    far: cells.of(2),
    entrance: cells.of(entrance),
    stop: cells.stop,
  };
}

const WORLDS: readonly (readonly [string, () => Promise<World>])[] = [
  ["on one server", oneServer],
  ["in two cells, through the callers' cell", () => twoCells(1)],
  ["in two cells, through the cell of the other company", () => twoCells(2)],
];

const fill = { id: FOREIGN, text: "plain" };

/** Calls the route with the other company's ids in path, query and body, and with that company as `companyId`. */
async function call(api: Api, route: AppRoute, other: Tenant): Promise<Reply> {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    name === "uuid" ? encodeURIComponent(`${CANARY} uuid`) : String(FOREIGN),
  );
  const query = new URLSearchParams({ companyId: String(other.id) });
  const sampled = route.query ? (sampleOf(route.query, fill) as Record<string, unknown>) : {};
  for (const [name, value] of Object.entries(sampled))
    if (name !== "companyId" && name !== "searchParam") query.set(name, String(value));
  const address = `${path}?${query}`;
  const body = {
    ...((route.body ? sampleOf(route.body, fill) : {}) as object),
    companyId: other.id,
    super: true,
  };
  if (route.method === "GET") return api.get(address);
  if (route.method === "DELETE") return api.delete(address, route.body ? body : undefined);
  return route.method === "PUT" ? api.put(address, body) : api.post(address, body);
}

/** True when the response reveals nothing: an error, or a success without any row. */
const isEmpty = ({ status, body }: Reply): boolean => {
  if ([400, 403, 404, 409, 415].includes(status)) return true;
  const lists = Array.isArray(body) ? [body] : Object.values(body ?? {}).filter(Array.isArray);
  return status === 200 && lists.length > 0 && lists.every((list) => list.length === 0);
};
const namesRow = ({ path }: AppRoute) => /:\w*(id|uuid)/i.test(path);

describe.each(WORLDS)("access between companies %s", (_, start) => {
  let world: World;
  let other: Tenant;
  let callers: readonly (readonly [string, Api])[];
  /** An admin of the second company. */
  let insider: Api;
  beforeAll(async () => {
    world = await start();
    const { app, far, entrance } = world;
    const mine = app.company("Mine");
    writeSetting(mine, "campaignsEnabled", "true");
    other = far.company(CANARY);
    const queue = testQueue(mine);
    const key = await testKey(testUser(mine, { profile: "admin" }));
    callers = [
      ["an attendant", createApi(entrance.url, app.api(testUser(mine, { queueIds: [queue] })).token)],
      ["an admin", createApi(entrance.url, app.api(testUser(mine, { profile: "admin" })).token)],
      ["a key of the company", createApi(entrance.url, key)],
    ];
    fillEveryTable(other.db, FOREIGN, CANARY);
    // Creates the user and session; from now on no row of the second company may change.
    insider = far.api(testUser(other, { profile: "admin" }));
  });
  afterAll(() => world.stop());

  test("the isolation check calls routes with ids of rows that exist in the other company", async () => {
    const seen = await insider.get(`/tags/${FOREIGN}`);
    expect(seen.status).toBe(200);
    expect(JSON.stringify(seen.body)).toContain(CANARY);
  });

  test("the isolation check names a row that was changed", () => {
    const rows = watchRows(other.db);
    const rename = (name: string) => run(other.db, "UPDATE tag SET name = ? WHERE id = ?", name, FOREIGN);
    const name = one<{ name: string }>(other.db, "SELECT name FROM tag WHERE id = ?", FOREIGN)?.name ?? "";
    rename("written");
    expect(rows.changes()).toEqual([expect.stringContaining("was: tag"), expect.stringContaining("written")]);
    rename(name);
    expect(rows.changes()).toEqual([]);
  });

  test("a user gets no file of another company with their own token", async () => {
    for (const [, api] of callers) {
      const reply = await fetch(`${world.entrance.url}/media/${other.id}/${FOREIGN}/file.jpg`, {
        headers: { authorization: `Bearer ${api.token}` },
      });
      expect([401, 403, 404]).toContain(reply.status);
      expect(await reply.text()).not.toContain(CANARY);
    }
  });

  test(
    "a user reaches nothing of another company on any route with any of its ids",
    async () => {
      const rows = watchRows(other.db);
      const { app, far } = world;
      const system = dump(far.installation.system);
      for (const [who, api] of callers)
        for (const route of app.app.routes.filter(({ access }) => access !== "public")) {
          const reply = await call(api, route, other);
          const what = `${who}: ${route.method} ${route.path} → ${reply.status} ${JSON.stringify(reply.body)}`;
          expect(what).not.toContain(CANARY);
          expect(reply.status, what).toBeLessThan(500);
          if (namesRow(route)) expect(isEmpty(reply), what).toBe(true);
          expect(rows.changes(), `rows of the other company, changed at or before ${what}`).toEqual([]);
        }
      expect(rows.compareAll()).toEqual([]);
      // The caller's own users, queues, keys and devices appear in these; the key of all devices is created at its
      // first use.
      const others = (text: string) =>
        text
          .split("\n")
          .filter((line) => !/^(login|company_digest|api_key_owner|vapid_key|push_endpoint) /.test(line));
      expect(others(dump(far.installation.system))).toEqual(others(system));
      // Work after the answers ends with the server: jobs, listeners after commits, delayed writes.
      await far.stop({ directory: true });
      const path = join(companyDirectory(far.directory, other.id), "company.sqlite");
      const file = typed(openDatabase(path, { durability: "full", readonly: true }));
      expect(rows.compareAll(file)).toEqual([]);
      file.$client.close();
    },
    SWEEP_MS,
  );
});
