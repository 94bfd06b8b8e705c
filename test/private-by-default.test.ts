import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { SCOPES } from "#accounts/api-keys/contract.ts";
import { testKey } from "#accounts/api-keys/testing.ts";
import { features } from "#features.ts";
import { type Api, createApi } from "#test/helpers/api.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

/** Every route below `/api` that needs no login session. Adding one is a security decision. */
const PUBLIC = [
  "POST /auth/confirm",
  "POST /auth/confirm/again",
  "POST /auth/login",
  "POST /auth/refresh_token",
  "DELETE /auth/logout",
  "GET /setup",
  "POST /setup",
  "GET /openapi.json",
  "GET /forgetpassword",
  "POST /forgetpassword",
  "POST /resetpasswords",
  "GET /plans/list",
  "GET /plans/all",
  "GET /plans/:id",
  "GET /signup",
  "POST /companies/cadastro",
  "GET /legal/:page",
  // Authenticated by the token of the conversation in its path.
  "POST /integrations/callback/:token",
  // Authenticated by the token of an owner link.
  "GET /public-link/:token",
  "POST /public-link/:token",
  "GET /public-link/:token/passkey",
  "POST /public-link/:token/passkey",
  "POST /public-link/:token/confirm",
  // Authenticated by the token of a connection.
  "POST /messages/send",
  "GET /messages/send/:messageId",
];
/** Routes that accept an API key, with the scope they need. Adding one is a security decision. */
const BY_KEY = [
  "GET /contacts contacts:read",
  "GET /contacts/:id contacts:read",
  "POST /contacts contacts:write",
  "PUT /contacts/:id contacts:write",
  "GET /tickets tickets:read",
  "GET /tickets/:id tickets:read",
  "GET /tickets/u/:uuid tickets:read",
  "GET /messages/:ticketId messages:read",
  "GET /webhooks webhooks:manage",
  "POST /webhooks webhooks:manage",
  "PUT /webhooks/:id webhooks:manage",
  "DELETE /webhooks/:id webhooks:manage",
  "POST /webhooks/:id/secret webhooks:manage",
  "POST /webhooks/:id/test webhooks:manage",
  "GET /webhooks/:id/deliveries webhooks:manage",
  "POST /webhooks/deliveries/:id/replay webhooks:manage",
];
/** Every path outside `/api` that a feature handles with its own access check. */
const MOUNTS = [
  "/media/",
  "/brand/",
  "/public/announcements/",
  "/exports/",
  "/webhooks/pix/",
  "/webhooks/meta",
  // Answer other cells only.
  "/between-cells/load",
  "/between-cells/sign-up",
  "/between-cells/notice",
  "/between-cells/moves/",
];
/** Routes that an expired company may call with a login session, and with its billing token. */
const SESSION = ["GET /auth/me", "GET /companies/listPlan/:id", "DELETE /support"];
const BILLING: string[] = [
  "GET /invoices/all",
  "GET /invoices/:id",
  "GET /subscription/contact",
  "POST /subscription",
];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => app.stop());

const names = (access?: string) =>
  app.app.routes
    .filter((route) => access === undefined || route.access === access)
    .map(({ method, path }) => `${method} ${path}`);
const privateRoutes = () => app.app.routes.filter(({ access }) => access !== "public");
const call = (api: Api, { method, path }: { method: string; path: string }) => {
  const address = path.replace(/:\w+/g, "1");
  if (method === "GET") return api.get(address);
  if (method === "DELETE") return api.delete(address);
  return method === "PUT" ? api.put(address, {}) : api.post(address, {});
};

describe("access to routes", () => {
  test("every route is private unless it is on the list", () => {
    expect(names("public").sort()).toEqual([...PUBLIC].sort());
    expect(names("session").sort()).toEqual([...SESSION].sort());
    expect(names("billing").sort()).toEqual([...BILLING].sort());
    const mounted = features.flatMap((feature) => (feature.mounts ?? []).map(({ prefix }) => prefix));
    expect(mounted.filter((prefix) => !MOUNTS.includes(prefix))).toEqual([]);
  });

  test("a private route refuses a caller without a session before it reads anything else", async () => {
    for (const route of privateRoutes()) {
      const reply = await call(app.api(), route);
      expect([route.method, route.path, reply.status, reply.body]).toEqual([
        route.method,
        route.path,
        401,
        { error: "ERR_SESSION_EXPIRED" },
      ]);
    }
  });

  test("a route of admins or super users refuses attendants", async () => {
    const attendant = app.api(testUser(app.company(), { profile: "supervisor" }));
    for (const route of privateRoutes().filter(({ access }) => access === "admin" || access === "super")) {
      const { status, body } = await call(attendant, route);
      expect([route.path, status, body.error]).toEqual([route.path, 403, "ERR_NO_PERMISSION"]);
    }
  });

  test("a route accepts an API key only if it names a scope, and only with that scope", async () => {
    const scoped = privateRoutes().filter(({ apiScope }) => apiScope !== undefined);
    expect(scoped.map(({ method, path, apiScope }) => `${method} ${path} ${apiScope}`).sort()).toEqual(
      [...BY_KEY].sort(),
    );
    const admin = testUser(app.company(), { profile: "admin" });
    const every = createApi(app.url, await testKey(admin));
    for (const route of privateRoutes()) {
      const key = route.apiScope ? SCOPES.filter((scope) => scope !== route.apiScope) : undefined;
      const { status, body } = await call(key ? createApi(app.url, await testKey(admin, key)) : every, route);
      expect([route.path, status, body.error]).toEqual([route.path, 403, "ERR_NO_PERMISSION"]);
    }
  });

  test("every route has a unique operation name", () => {
    const all = names();
    expect(new Set(all).size).toBe(all.length);
  });

  test("a route that does not exist is not found, with and without a session", async () => {
    const missing = { status: 404, body: { error: "ERR_NOT_FOUND" } };
    expect(await createApi(app.url, null).get("/nothing/here")).toMatchObject(missing);
    expect(await app.api(testUser(app.company())).get("/nothing/here")).toMatchObject(missing);
    expect(await app.api().get("//evil.example")).toMatchObject({ status: 404 });
  });
});
