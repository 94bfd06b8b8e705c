import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { holdCompany } from "#accounts/companies/index.ts";
import { wrote } from "#inbox/messages/testing.ts";
import { all } from "#platform/db/database.ts";
import { type HookServer, startHook } from "#simulator/hook/server.ts";
import { desk } from "./testing.ts";

const t = desk();
let hook: HookServer;
beforeAll(() => t.start());
afterAll(() => t.stop());
beforeEach(() => {
  t.meet();
  hook = startHook();
});
afterEach(() => hook.stop());

const deliveries = () =>
  all<{ state: string; error: string | null }>(
    t.tenant.db,
    "SELECT state, error FROM integration_delivery ORDER BY id",
  );
const resume = async () => {
  expect((await t.asAdmin.post(`/companies/${t.tenant.id}/resume`)).status).toBe(200);
  await t.app.app.runJob("integration_retries");
  await t.rest();
};

test("a company on hold calls no webhook; it calls it after it is resumed, and never for a message from before the restore", async () => {
  await t.asAdmin.post("/webhooks", { name: "ERP", url: hook.url, events: ["message.created"] });
  const before = t.app.clock.now();
  t.app.clock.advance(60_000);
  holdCompany(t.app.installation, t.tenant.id);
  await t.write("durante");
  t.receive(wrote(t.customer, "antes", before));
  await t.rest();
  expect([hook.calls.length, deliveries()]).toEqual([
    0,
    [
      { state: "waiting", error: null },
      { state: "failed", error: "restored" },
    ],
  ]);
  await resume();
  expect(hook.calls.map(({ raw }) => JSON.parse(raw).message.body)).toEqual(["durante"]);
  expect(deliveries().map(({ state }) => state)).toEqual(["done", "failed"]);
});

test("an integration that had a conversation leaves it to people while the company is on hold", async () => {
  await t.employ({ type: "webhook", url: hook.url, urlN8N: hook.url });
  await t.write("Oi");
  const calls = hook.calls.length;
  expect([calls > 0, t.ticket().useIntegration]).toEqual([true, true]);
  holdCompany(t.app.installation, t.tenant.id);
  await t.write("Tem alguém?");
  expect([hook.calls.length, t.ticket().useIntegration, t.ticket().status]).toEqual([
    calls,
    false,
    "pending",
  ]);
});
