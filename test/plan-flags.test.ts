import { afterAll, beforeAll, expect, test } from "bun:test";
import { PLAN_FLAGS } from "#companies/contract.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => app.stop());

const COLUMNS: Readonly<Record<string, string>> = Object.fromEntries(
  PLAN_FLAGS.map((flag) => [flag, flag.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
);

test("every route of a feature the plan may not include refuses without it, and names the feature", async () => {
  const gated = app.app.routes.filter(({ planFlag }) => planFlag !== undefined);
  expect(gated.length).toBeGreaterThan(5);
  for (const { method, path, planFlag = "" } of gated) {
    const column = COLUMNS[planFlag];
    if (column === undefined) throw new Error(`${path} asks for a flag that no plan has: ${planFlag}`);
    const tenant = app.company(undefined, { [column]: 0 });
    const admin = testUser(tenant, { profile: "admin" });
    const api = app.api(admin);
    const address = path.replace(/:\w+/g, "1");
    const call =
      method === "GET"
        ? api.get(address)
        : method === "DELETE"
          ? api.delete(address)
          : method === "PUT"
            ? api.put(address, {})
            : api.post(address, {});
    const { status, body } = await call;
    expect([method, path, status, body]).toEqual([
      method,
      path,
      403,
      { error: "ERR_PLAN_FEATURE", details: { feature: planFlag } },
    ]);
  }
});
