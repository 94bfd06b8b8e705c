import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { testKey } from "#api-keys/testing.ts";
import { writeSetting } from "#settings/index.ts";
import type { AppRoute } from "#tenants/route.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type Api, createApi, type Reply } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { dump, fillEveryTable } from "#test/helpers/dump.ts";
import { testQueue, testUser } from "#test/helpers/installation.ts";
import { sampleOf } from "#test/helpers/sample.ts";

/** An id that exists in the second company only, in every one of its tables. */
const FOREIGN = 5001;
const CANARY = "SEGREDO-DA-OUTRA";

let app: TestApp;
let other: Tenant;
let callers: readonly (readonly [string, Api])[];
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
  const mine = app.company("Mine");
  writeSetting(mine, "campaignsEnabled", "true");
  other = app.company(CANARY);
  const queue = testQueue(mine);
  callers = [
    ["an attendant", app.api(testUser(mine, { queueIds: [queue] }))],
    ["an admin", app.api(testUser(mine, { profile: "admin" }))],
    ["a key of the company", createApi(app.url, testKey(testUser(mine, { profile: "admin" })))],
  ];
  fillEveryTable(other.db, FOREIGN, CANARY);
});
afterAll(() => app.stop());

const fill = { id: FOREIGN, text: "plain" };

/** The route called with the other company's ids in path, query and body, and the company itself named. */
async function call(api: Api, route: AppRoute): Promise<Reply> {
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

/** True when the answer says nothing: a refusal, or a success without any row. */
const isEmpty = ({ status, body }: Reply): boolean => {
  if ([400, 403, 404, 409, 415].includes(status)) return true;
  const lists = Array.isArray(body) ? [body] : Object.values(body ?? {}).filter(Array.isArray);
  return status === 200 && lists.length > 0 && lists.every((list) => list.length === 0);
};
const namesRow = ({ path }: AppRoute) => /:\w*(id|uuid)/i.test(path);

describe("a person of one company", () => {
  test("reaches nothing of another, on any route, with any of its ids", async () => {
    const before = dump(other.db);
    const system = dump(app.installation.system);
    for (const [who, api] of callers)
      for (const route of app.app.routes.filter(({ access }) => access !== "public")) {
        const reply = await call(api, route);
        const what = `${who}: ${route.method} ${route.path} → ${reply.status} ${JSON.stringify(reply.body)}`;
        expect(what).not.toContain(CANARY);
        expect(reply.status, what).toBeLessThan(500);
        if (namesRow(route)) expect(isEmpty(reply), what).toBe(true);
        expect(dump(other.db) === before, `${what} wrote to the other company`).toBe(true);
      }
    // Their own users, queues, keys and devices leave a trace in these; the key of all devices is made at its first use.
    const others = (text: string) =>
      text
        .split("\n")
        .filter((line) => !/^(login|company_digest|api_key_owner|vapid_key|push_endpoint) /.test(line));
    expect(others(dump(app.installation.system))).toEqual(others(system));
  });

  test("gets no file of another by its own token", async () => {
    for (const [, api] of callers) {
      const reply = await fetch(`${app.url}/media/${other.id}/${FOREIGN}/file.jpg`, {
        headers: { authorization: `Bearer ${api.token}` },
      });
      expect([401, 403, 404]).toContain(reply.status);
      expect(await reply.text()).not.toContain(CANARY);
    }
  });

  test("is checked by rows that are really there", async () => {
    const insider = app.api(testUser(other, { profile: "admin" }));
    const seen = await insider.get(`/tags/${FOREIGN}`);
    expect(seen.status).toBe(200);
    expect(JSON.stringify(seen.body)).toContain(CANARY);
  });
});
