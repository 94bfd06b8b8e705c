import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { webhookSecret } from "#accounts/billing/charges/webhooks.ts";
import { type FakeClock, fakeClock } from "#platform/clock.ts";
import { all } from "#platform/db/database.ts";
import { createRemoteDurability, type RemoteDurability } from "#platform/db/durability/remote.ts";
import { createFakeLog, type FakeLog } from "#platform/db/durability/testing/fake-log.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import type { Api, Reply } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";
import { becomesTrue } from "#test/helpers/provider.ts";

let log: FakeLog;
let lease: FakeClock;
let remote: RemoteDurability;
let app: TestApp;
let tenant: Tenant;
let user: UserCtx;
let api: Api;
beforeEach(async () => {
  log = createFakeLog();
  lease = fakeClock(0);
  log.answerAfter(0);
  remote = createRemoteDurability({ log, clock: lease, patienceMs: 60_000 });
  app = await startTestApp({ durability: remote });
  tenant = app.company();
  user = testUser(tenant, { profile: "admin" });
  api = app.api(user);
  await api.get("/tags/list");
  await remote.durable();
  log.answerAfter(null);
});
afterEach(() => app.stop());

/** The answer of a request, or null until it has arrived. */
function follow(request: Promise<Reply>): { reply: Reply | null } {
  const followed: { reply: Reply | null } = { reply: null };
  void request.then((reply) => Object.assign(followed, { reply }));
  return followed;
}
const tag = (name: string) => api.post("/tags", { name, color: "#112233" });
const names = () => all<{ name: string }>(tenant.db, "SELECT name FROM tag").map(({ name }) => name);
const webhook = () => {
  const address = `${app.url}/webhooks/pix/efi/${webhookSecret(app.installation, "efi")}/pix`;
  const headers = { "content-type": "application/json" };
  return fetch(address, { method: "POST", headers, body: JSON.stringify({ pix: [{ txid: "t1" }] }) });
};

describe("answers of an installation whose commits wait for other machines", () => {
  test("a request that wrote is answered only after its commit is acknowledged", async () => {
    const followed = follow(tag("vip"));
    await becomesTrue(() => log.inFlight === 1 && names().includes("vip"));
    await Bun.sleep(30);
    expect(followed.reply).toBeNull();
    log.acknowledge();
    await becomesTrue(() => followed.reply !== null);
    expect(followed.reply?.status).toBe(200);
  });

  test("a request that only reads is answered while commits of others wait", async () => {
    const followed = follow(tag("vip"));
    await becomesTrue(() => log.inFlight === 1 && names().includes("vip"));
    expect((await api.get("/tags/list")).status).toBe(200);
    expect(followed.reply).toBeNull();
    log.answerAfter(0);
  });

  test("a webhook gets its 200 only after the events that it reported are durable", async () => {
    let status = 0;
    void webhook().then((answer) => {
      status = answer.status;
    });
    await becomesTrue(() => log.inFlight === 1);
    await Bun.sleep(30);
    expect(status).toBe(0);
    log.answerAfter(0);
    await becomesTrue(() => status === 200);
  });

  test("a request whose commit is not acknowledged before the deadline is answered with 503", async () => {
    log.setDeadline(1000);
    const followed = follow(tag("vip"));
    await becomesTrue(() => log.inFlight === 1 && names().includes("vip"));
    lease.set(1000);
    log.acknowledge();
    await becomesTrue(() => followed.reply !== null);
    expect(followed.reply).toMatchObject({ status: 503, body: { error: "ERR_NOT_DURABLE" } });
  });

  test("past the deadline reads, writes, webhooks, pages and sockets are refused, and the node is not ready", async () => {
    const socket = await app.socket(user);
    log.setDeadline(1000);
    lease.set(1000);
    expect((await api.get("/tags/list")).status).toBe(503);
    expect((await tag("late")).status).toBe(503);
    expect((await webhook()).status).toBe(503);
    expect((await fetch(`${app.url}/`)).status).toBe(503);
    expect((await fetch(`${app.url}/socket`, { headers: { upgrade: "websocket" } })).status).toBe(503);
    expect((await fetch(`${app.url}/readyz`)).status).toBe(503);
    // The process itself is alive: a restart would not help.
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
    app.installation.ports
      .use(RealtimePort)
      .publish(tenant.id, [{ channel: "tag", data: { action: "create" }, audience: "everyone" }]);
    expect(await socket.closed).toBe(1001);
    expect(socket.events("tag")).toEqual([]);
  });

  test("when the lease is renewed, requests are answered again", async () => {
    log.setDeadline(1000);
    lease.set(1000);
    expect((await tag("first")).status).toBe(503);
    log.setDeadline(9000);
    log.answerAfter(0);
    expect((await tag("second")).status).toBe(200);
  });
});
