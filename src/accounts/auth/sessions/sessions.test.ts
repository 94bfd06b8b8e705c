import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { run } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { createApi } from "#test/helpers/api.ts";
import { type Person, startTestApp, type TestApp } from "#test/helpers/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => app.stop());

/** A user with two sessions. */
async function several(tenant: Tenant): Promise<Person> {
  const person = await app.person(tenant);
  run(tenant.db, "UPDATE user SET multi_session = 1 WHERE id = ?", person.id);
  return person;
}
async function signIn({ email, password }: Person, userAgent: string) {
  const response = await fetch(`${app.url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", "user-agent": userAgent },
    body: JSON.stringify({ email, password }),
  });
  const { token, user } = (await response.json()) as { token: string; user: { sessionId: number } };
  return { api: createApi(app.url, token), sessionId: user.sessionId, token };
}

describe("list of own sessions", () => {
  test("the list of own sessions shows device, address and times, the last used first, and marks the current one", async () => {
    const tenant = app.company();
    const person = await several(tenant);
    const first = await signIn(person, "Firefox at work");
    app.clock.advance(60_000);
    const second = await signIn(person, "Phone");
    const { body } = await second.api.get("/auth/sessions");
    expect(body).toMatchObject([
      { id: second.sessionId, userAgent: "Phone", ip: "127.0.0.1", current: true },
      { id: first.sessionId, userAgent: "Firefox at work", current: false },
    ]);
    expect(body[1].createdAt).toBe(new Date(app.clock.now() - 60_000).toISOString());
    expect(JSON.stringify(body)).not.toContain("hash");
  });

  test("the list of own sessions leaves out ended sessions and those of other users", async () => {
    const tenant = app.company();
    const person = await several(tenant);
    await signIn(await several(tenant), "somebody else");
    const old = await signIn(person, "old");
    await old.api.delete("/auth/logout");
    const now = await signIn(person, "now");
    const { body } = await now.api.get("/auth/sessions");
    expect(body.map(({ userAgent }: { userAgent: string }) => userAgent)).toEqual(["now"]);
  });
});

describe("ending a session", () => {
  test("ending a session signs out its browser at once", async () => {
    const person = await several(app.company());
    const [lost, mine] = [await signIn(person, "lost phone"), await signIn(person, "desk")];
    expect((await mine.api.delete(`/auth/sessions/${lost.sessionId}`)).status).toBe(200);
    expect(await lost.api.get("/auth/me")).toMatchObject({
      status: 401,
      body: { error: "ERR_SESSION_EXPIRED" },
    });
    expect((await mine.api.get("/auth/me")).status).toBe(200);
    expect(await mine.api.delete(`/auth/sessions/${lost.sessionId}`)).toMatchObject({
      status: 404,
      body: { error: "ERR_NOT_FOUND" },
    });
  });

  test("a user can end all other sessions together", async () => {
    const person = await several(app.company());
    const others = [await signIn(person, "a"), await signIn(person, "b")];
    const mine = await signIn(person, "desk");
    expect((await mine.api.delete("/auth/sessions")).status).toBe(200);
    for (const { api } of others) expect((await api.get("/auth/me")).status).toBe(401);
    expect((await mine.api.get("/auth/sessions")).body).toHaveLength(1);
  });

  test("a user cannot end sessions of other users, in the company or in other companies", async () => {
    const [here, there] = [app.company(), app.company()];
    const mine = await signIn(await several(here), "mine");
    const colleague = await signIn(await several(here), "colleague");
    const stranger = await signIn(await several(there), "stranger");
    for (let id = 1; id < 10; id += 1)
      if (id !== mine.sessionId) expect((await mine.api.delete(`/auth/sessions/${id}`)).status).toBe(404);
    await mine.api.delete("/auth/sessions");
    expect((await colleague.api.get("/auth/me")).status).toBe(200);
    expect((await stranger.api.get("/auth/me")).status).toBe(200);
  });
});
