import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { cookieFrom } from "#accounts/auth/testing.ts";
import { createTokens } from "#platform/crypto/tokens.ts";
import { one, run } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => app.stop());

async function signIn(tenant: Tenant, fields: Parameters<TestApp["person"]>[1] = {}) {
  const person = await app.person(tenant, fields);
  const reply = await app.api().post("/auth/login", person);
  const cookie = cookieFrom(reply.headers) ?? "";
  return { ...person, token: String(reply.body.token), sessionId: Number(reply.body.user.sessionId), cookie };
}
const refresh = (cookie: string, headers: Record<string, string> = {}) =>
  app.api().post("/auth/refresh_token", undefined, { cookie, ...headers });
const me = (token: string) => app.api().get("/auth/me", { authorization: `Bearer ${token}` });
const ended = { status: 401, body: { error: "ERR_SESSION_EXPIRED" } };

describe("access token", () => {
  test("an access token expires after 15 minutes with 403, so that the client refreshes", async () => {
    const user = testUser(app.company());
    const api = app.api(user);
    app.clock.advance(15 * 60_000 - 1);
    expect((await api.get("/auth/me")).status).toBe(200);
    app.clock.advance(1);
    expect(await api.get("/auth/me")).toMatchObject({ status: 403, body: { error: "ERR_TOKEN_EXPIRED" } });
  });

  test("an access token that is missing, forged or of another kind is rejected with 401", async () => {
    const person = await signIn(app.company());
    const [head = "", body = "", signature = ""] = person.token.split(".");
    const none = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
    const hs512 = Buffer.from(JSON.stringify({ alg: "HS512", typ: "JWT" })).toString("base64url");
    const key = app.installation.secrets.key("access-token");
    const other = createTokens(new Uint8Array(32)).sign({ company: 1, user: 1, session: 1 }, 0, 9e12);
    const forged = [
      `${none}.${body}.`,
      `${none}.${body}.${signature}`,
      `${hs512}.${body}.${createHmac("sha512", key).update(`${hs512}.${body}`).digest("base64url")}`,
      `${head}.${body}.${signature.slice(0, -2)}AA`,
      `${head}.${Buffer.from('{"company":1,"user":1,"session":1,"exp":9e9}').toString("base64url")}.${signature}`,
      other,
      person.cookie.replace("jrt=", ""),
      "",
      "null",
      "a.b.c",
    ];
    for (const token of forged) expect(await me(token)).toMatchObject(ended);
    expect(await app.api().get("/auth/me")).toMatchObject(ended);
    expect((await me(person.token)).status).toBe(200);
  });

  test("an access token is rejected after its user or session is deleted", async () => {
    const tenant = app.company();
    const user = testUser(tenant);
    const api = app.api(user);
    expect((await api.get("/auth/me")).status).toBe(200);
    run(tenant.db, "UPDATE user SET deleted_at = 1 WHERE id = ?", user.actor.id);
    expect(await api.get("/auth/me")).toMatchObject(ended);
    // A route that does not read the row of the user.
    expect(await api.get("/queue")).toMatchObject(ended);
  });

  test("an access token carries no rights: they are read from the rows at each request", async () => {
    const tenant = app.company();
    const user = testUser(tenant);
    const api = app.api(user);
    expect((await api.post("/queue", { name: "Vendas", color: "#111111" })).status).toBe(403);
    run(tenant.db, "UPDATE user SET profile = 'admin' WHERE id = ?", user.actor.id);
    expect((await api.post("/queue", { name: "Vendas", color: "#111111" })).status).toBe(200);
  });
});

describe("refresh of a session", () => {
  test("the refresh of a session returns a new token and a new cookie", async () => {
    const person = await signIn(app.company());
    const reply = await refresh(person.cookie);
    expect(reply.status).toBe(200);
    expect(reply.body.user.sessionId).toBe(person.sessionId);
    expect(cookieFrom(reply.headers)).not.toBe(person.cookie);
    expect((await me(reply.body.token)).status).toBe(200);
  });

  test("the refresh of a session by two tabs at the same time, or repeated after a lost response, returns the same cookie", async () => {
    const person = await signIn(app.company());
    const [first, second] = await Promise.all([refresh(person.cookie), refresh(person.cookie)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(cookieFrom(first.headers)).toBe(cookieFrom(second.headers));
    app.clock.advance(30_000);
    const late = await refresh(person.cookie);
    expect((await refresh(cookieFrom(late.headers) ?? "")).status).toBe(200);
  });

  test("the refresh of a session with a cookie rotated more than 30 s ago ends the session and notifies the browser", async () => {
    const tenant = app.company();
    const user = testUser(tenant);
    const person = await signIn(tenant);
    const socket = await app.socket(user, { token: person.token });
    const reply = await refresh(person.cookie);
    app.clock.advance(30_001);
    expect(await refresh(person.cookie)).toMatchObject(ended);
    expect(await socket.event("auth", "update")).toMatchObject({ user: { id: person.id } });
    expect(await socket.closed).toBe(4403);
    expect(await me(reply.body.token)).toMatchObject(ended);
    expect(await refresh(cookieFrom(reply.headers) ?? "")).toMatchObject(ended);
  });

  test("the refresh of a session with a cookie of an older rotation ends the session too", async () => {
    const person = await signIn(app.company());
    const second = cookieFrom((await refresh(person.cookie)).headers) ?? "";
    const third = cookieFrom((await refresh(second)).headers) ?? "";
    expect(await refresh(person.cookie)).toMatchObject(ended);
    expect(await refresh(third)).toMatchObject(ended);
  });

  test("the refresh of a session with a forged cookie is rejected and affects no session", async () => {
    const person = await signIn(app.company());
    const [company, family, , signature] = person.cookie.replace("jrt=", "").split(".");
    for (const made of [
      `jrt=${company}.${family}.7.${signature}`,
      `jrt=99.${family}.0.${signature}`,
      `jrt=${company}.x.0.${signature}`,
      "jrt=",
      "jrt=abc",
      "",
    ])
      expect(await refresh(made)).toMatchObject(ended);
    expect((await refresh(person.cookie)).status).toBe(200);
  });

  test("the refresh of a session is rejected when triggered by another site", async () => {
    const person = await signIn(app.company());
    expect(await refresh(person.cookie, { "sec-fetch-site": "cross-site" })).toMatchObject(ended);
    expect((await refresh(person.cookie, { "sec-fetch-site": "same-origin" })).status).toBe(200);
  });

  test("the refresh of a session is rejected after 7 days without one", async () => {
    const person = await signIn(app.company());
    app.clock.advance(7 * 86_400_000);
    expect(await refresh(person.cookie)).toMatchObject(ended);
  });

  test("a session stores only a hash of its cookie", async () => {
    const tenant = app.company();
    const person = await signIn(tenant);
    const row = JSON.stringify(one(tenant.db, "SELECT * FROM session WHERE id = ?", person.sessionId));
    for (const part of person.cookie
      .replace("jrt=", "")
      .split(".")
      .filter((text) => text.length > 8))
      expect(row).not.toContain(part);
  });
});

describe("logout", () => {
  test("a logout ends the session, clears the cookie, and may be repeated", async () => {
    const person = await signIn(app.company());
    const headers = { cookie: person.cookie, authorization: `Bearer ${person.token}` };
    for (let n = 0; n < 2; n += 1) {
      const reply = await app.api().delete("/auth/logout", undefined, headers);
      expect(reply.status).toBe(200);
      expect(reply.headers.get("set-cookie")).toContain("Max-Age=0");
    }
    expect(await me(person.token)).toMatchObject(ended);
    expect(await refresh(person.cookie)).toMatchObject(ended);
  });

  test("a logout works with the cookie alone, when the access token has expired", async () => {
    const person = await signIn(app.company());
    app.clock.advance(16 * 60_000);
    await app.api().delete("/auth/logout", undefined, { cookie: person.cookie });
    expect(await refresh(person.cookie)).toMatchObject(ended);
  });

  test("a logout is rejected when triggered by another site", async () => {
    const person = await signIn(app.company());
    await app
      .api()
      .delete("/auth/logout", undefined, { cookie: person.cookie, "sec-fetch-site": "cross-site" });
    expect((await refresh(person.cookie)).status).toBe(200);
  });

  test("a logout shows the user offline at once", async () => {
    const tenant = app.company();
    const colleague = testUser(tenant);
    const watching = await app.socket(colleague);
    const person = await signIn(tenant);
    const socket = await app.socket(colleague, { token: person.token });
    expect((await watching.event("user", "update")).user).toMatchObject({ id: colleague.actor.id });
    expect((await watching.event("user", "update")).user).toMatchObject({ id: person.id, online: true });
    await app.api().delete("/auth/logout", undefined, { authorization: `Bearer ${person.token}` });
    expect(await socket.closed).toBe(4403);
    expect((await watching.event("user", "update")).user).toMatchObject({ id: person.id, online: false });
    watching.close();
  });
});

describe("second login of a user", () => {
  test("a second login of a user notifies and signs out the older browser", async () => {
    const tenant = app.company();
    const user = testUser(tenant);
    const first = await signIn(tenant);
    const socket = await app.socket(user, { token: first.token });
    const second = await app.api().post("/auth/login", first);
    const event = await socket.event("auth", "update");
    expect(event).toMatchObject({ user: { id: first.id }, sessionId: second.body.user.sessionId });
    expect(event.sessionId).not.toBe(first.sessionId);
    expect(await socket.closed).toBe(4403);
    expect(await me(first.token)).toMatchObject(ended);
    expect(await refresh(first.cookie)).toMatchObject(ended);
    expect((await me(second.body.token)).status).toBe(200);
  });

  test("users who may have several sessions can be signed in twice", async () => {
    const tenant = app.company();
    const first = await signIn(tenant);
    run(tenant.db, "UPDATE user SET multi_session = 1 WHERE id = ?", first.id);
    await app.api().post("/auth/login", first);
    expect((await me(first.token)).status).toBe(200);
  });

  test("a second login notifies no other user", async () => {
    const tenant = app.company();
    const other = testUser(tenant);
    const first = await signIn(tenant);
    const socket = await app.socket(other);
    await app.api().post("/auth/login", first);
    await app.settled(other, socket);
    expect(socket.events("auth")).toEqual([]);
    socket.close();
  });
});
