import { describe, expect, test } from "bun:test";
import { one, run } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { RealtimePort } from "#tenants/viewer.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

function changeCompany({ installation }: TestApp, { id }: Tenant, fields: string): void {
  run(installation.system, `UPDATE company SET ${fields} WHERE id = ?`, id);
  installation.tenants.refresh(id);
}

describe("a server stop", () => {
  test("a server stop closes sockets with a reconnect code, ends at once and loses nothing", async () => {
    const first = await startTestApp();
    const tenant = first.company("Padaria");
    const person = testUser(tenant);
    const token = first.api(person).token;
    const sockets = [await first.socket(person), await first.socket(person)];
    const began = performance.now();
    await first.stop({ directory: true });
    expect(performance.now() - began).toBeLessThan(2000);
    expect(await Promise.all(sockets.map(({ closed }) => closed))).toEqual([1001, 1001]);
    expect(fetch(`${first.url}/healthz`)).rejects.toThrow();

    const second = await startTestApp({ directory: first.directory, clock: first.clock });
    const reply = await second.api().get("/auth/me", { authorization: `Bearer ${token}` });
    expect(reply.body).toMatchObject({ company: { name: "Padaria" }, online: false });
    await second.stop();
  });

  test("a server stop lets a request in progress end", async () => {
    const app = await startTestApp();
    const { email, password } = await app.person(app.company());
    const login = app.api().post("/auth/login", { email, password });
    // Wait until the sign-in is in progress: its password is hashed in another thread.
    while (app.app.inFlight() === 0) await Bun.sleep(1);
    const stopped = app.stop();
    expect((await login).status).toBe(200);
    await stopped;
  });
});

describe("jobs", () => {
  test("session expiry closes the sockets of a disabled company", async () => {
    const app = await startTestApp();
    const tenant = app.company();
    const socket = await app.socket(testUser(tenant));
    changeCompany(app, tenant, "active = 0");
    await app.app.runJob("expiry");
    expect(await socket.closed).toBe(4403);
    await app.stop();
  });

  test("session expiry notifies pages of an overdue company, which then receive only the payment", async () => {
    const app = await startTestApp();
    const tenant = app.company();
    const person = testUser(tenant);
    const socket = await app.socket(person);
    const publish = (channel: string) =>
      app.installation.ports
        .use(RealtimePort)
        .publish(tenant.id, [{ channel, data: { action: "update" }, audience: "everyone" }]);
    changeCompany(app, tenant, "due_date = '2026-11-19'");
    await app.app.runJob("expiry");
    await socket.event("subscription", "expired");
    publish("tag");
    publish("payment");
    await socket.event("payment", "update");
    expect(socket.events("tag")).toEqual([]);
    changeCompany(app, tenant, "due_date = '2026-12-19'");
    await app.app.runJob("expiry");
    await socket.event("subscription", "renewed");
    publish("tag");
    await socket.event("tag", "update");
    expect(socket.isOpen()).toBe(true);
    await app.stop();
  });

  test("the clean-up deletes sessions that ended 30 days ago and opens no other company", async () => {
    const app = await startTestApp();
    const tenant = app.company();
    app.api(testUser(tenant));
    const sessions = () =>
      one<{ n: number }>(app.installation.tenants.open(tenant.id).db, "SELECT count(*) AS n FROM session")?.n;
    app.clock.advance(37 * 86_400_000 - 1);
    app.installation.tenants.closeIdle(-1);
    await app.app.runJob("session_clean_up");
    expect([...app.installation.tenants.openTenants()]).toEqual([]);
    expect(sessions()).toBe(1);
    app.clock.advance(2);
    await app.app.runJob("session_clean_up");
    expect(sessions()).toBe(0);
    expect(
      app.installation.tenants.dueCompanies("session_clean_up", app.clock.now() + 99 * 86_400_000),
    ).toEqual([]);
    await app.stop();
  });

  test("session expiry closes sockets of expired sessions without a request", async () => {
    const app = await startTestApp();
    const socket = await app.socket(testUser(app.company()));
    await app.app.runJob("session_expiry");
    expect(socket.isOpen()).toBe(true);
    app.clock.advance(7 * 86_400_000);
    await app.app.runJob("session_expiry");
    expect(await socket.closed).toBe(4403);
    await app.stop();
  });
});
