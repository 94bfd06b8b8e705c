import { describe, expect, test } from "bun:test";
import { one, run } from "#platform/db/database.ts";
import { startTestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

describe("stopping", () => {
  test("tells browsers to come back, is over at once, and the next start knows everything", async () => {
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

  test("with a request in flight lets it end", async () => {
    const app = await startTestApp();
    const { email, password } = await app.person(app.company());
    const login = app.api().post("/auth/login", { email, password });
    // Then the password is being hashed in another thread.
    while (app.app.inFlight() === 0) await Bun.sleep(1);
    const stopped = app.stop();
    expect((await login).status).toBe(200);
    await stopped;
  });
});

describe("jobs", () => {
  test("close the sockets of a company that is past its due date or switched off", async () => {
    const app = await startTestApp();
    for (const change of ["due_date = '2026-11-19'", "active = 0"]) {
      const tenant = app.company();
      const socket = await app.socket(testUser(tenant));
      run(app.installation.system, `UPDATE company SET ${change} WHERE id = ?`, tenant.id);
      app.installation.tenants.refresh(tenant.id);
      await app.app.runJob("expiry");
      expect(await socket.closed).toBe(4403);
    }
    await app.stop();
  });

  test("throw away sessions that ended or ran out 30 days ago, and open no sleeping company for others", async () => {
    const app = await startTestApp();
    const tenant = app.company();
    app.api(testUser(tenant));
    const sessions = () =>
      one<{ n: number }>(app.installation.tenants.open(tenant.id).db, "SELECT count(*) AS n FROM session")?.n;
    app.clock.advance(37 * 86_400_000 - 1);
    app.installation.tenants.closeIdle(-1);
    await app.app.runJob("session_clean_up");
    expect([...app.installation.tenants.awake()]).toEqual([]);
    expect(sessions()).toBe(1);
    app.clock.advance(2);
    await app.app.runJob("session_clean_up");
    expect(sessions()).toBe(0);
    expect(app.installation.tenants.due("session_clean_up", app.clock.now() + 99 * 86_400_000)).toEqual([]);
    await app.stop();
  });

  test("close sockets whose session ran out while nobody asked for anything", async () => {
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
