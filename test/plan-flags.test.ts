import { afterAll, beforeAll, expect, test } from "bun:test";
import { PLAN_FLAGS } from "#accounts/companies/contract.ts";
import { run } from "#platform/db/database.ts";
import { RealtimePort } from "#tenants/viewer.ts";
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

test("every route of a feature outside the plan is refused with the name of the feature", async () => {
  const gated = app.app.routes.filter(({ planFlag }) => planFlag !== undefined);
  expect(gated.length).toBeGreaterThan(5);
  const admins = new Map<string, ReturnType<TestApp["api"]>>();
  for (const { method, path, planFlag = "" } of gated) {
    const column = COLUMNS[planFlag];
    if (column === undefined) throw new Error(`${path} asks for a flag that no plan has: ${planFlag}`);
    const adminWithout = () =>
      app.api(testUser(app.company(undefined, { [column]: 0 }), { profile: "admin" }));
    const api = admins.get(planFlag) ?? adminWithout();
    admins.set(planFlag, api);
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

const CHANNELS: Readonly<Record<string, readonly string[]>> = {
  useCampaigns: ["campaign", "ContactList", "ContactListItem"],
  useSchedules: ["schedule"],
  useInternalChat: ["chat", "chat-user-1"],
  useOpenAi: ["prompt"],
  useIntegrations: ["queueIntegration"],
};

test("an open page gets no events of a feature once the plan loses it, and gets them again with it", async () => {
  const tenant = app.company();
  const admin = testUser(tenant, { profile: "admin" });
  const socket = await app.socket(admin);
  const { installation } = app;
  const provider = installation.tenants.exists(1) ? installation.tenants.open(1) : tenant;
  const root = testUser(provider, { profile: "admin" });
  run(provider.db, "UPDATE user SET super = 1 WHERE id = ?", root.actor.id);
  const planId = tenant.company.plan.id;
  for (const [flag, channels] of Object.entries(CHANNELS))
    for (const includes of [false, true]) {
      expect((await app.api(root).put(`/plans/${planId}`, { [flag]: includes })).status).toBe(200);
      await app.settled(admin, socket);
      const count = () => channels.map((channel) => socket.events(channel).length);
      const before = count();
      installation.ports.use(RealtimePort).publish(
        tenant.id,
        channels.map((channel) => ({ channel, data: { action: "update" }, audience: "everyone" as const })),
      );
      await app.settled(admin, socket);
      expect([flag, includes, count()]).toEqual([flag, includes, before.map((n) => n + (includes ? 1 : 0))]);
    }
});
