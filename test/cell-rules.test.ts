import { describe, expect, test } from "bun:test";
import { withDescription } from "#app-description.ts";
import { features } from "#features.ts";
import { type GatherRule, nameOfRule } from "#platform/http/cells/cell-rule.ts";

/** Every route that declares how a request finds its cell (docs/rules/cells.md#requests), by its rule. */
const ROUTES: Readonly<Record<string, readonly string[]>> = {
  any: [
    "GET /setup",
    "GET /openapi.json",
    "GET /forgetpassword",
    "GET /plans/list",
    "GET /plans/all",
    "GET /plans/:id",
    "GET /signup",
    "GET /legal/:page",
  ],
  home: [
    "POST /setup",
    "POST /companies/cadastro",
    "POST /auth/confirm",
    "POST /auth/confirm/again",
    "POST /plans",
    "PUT /plans/:id",
    "DELETE /plans/:id",
    "PUT /legal/:page",
    "GET /signups",
    "POST /signups/:id/again",
    "DELETE /signups/:id",
    "POST /settings/:key/pkcs12",
    "POST /subscription/webhook",
    "GET /rates",
    "POST /rates",
    "PUT /rates",
    "POST /rates/import",
    "GET /brand",
    "PUT /brand",
    "POST /brand/logo",
    "DELETE /brand/logo",
    "POST /helps",
    "PUT /helps/:id",
    "DELETE /helps/:id",
    "POST /announcements",
    "PUT /announcements/:id",
    "DELETE /announcements/:id",
    "POST /announcements/:id/media-upload",
    "DELETE /announcements/:id/media-upload",
    // The contacts of the provider's own company.
    "DELETE /contacts",
  ],
  company: [
    "POST /auth/refresh_token",
    "DELETE /auth/logout",
    "POST /integrations/callback/:token",
    // Of super users, who name a company.
    "GET /companies/:id",
    "PUT /companies/:id",
    "DELETE /companies/:id",
    "POST /companies/:id/due-date",
    "POST /companies/:id/support",
    "GET /companies/:id/export",
    "POST /companies/:id/export",
    "DELETE /companies/:id/export",
    "GET /companies/:id/costs",
    "PUT /companies/:id/costs",
    "GET /companies/listPlan/:id",
    "POST /companies/:id/resume",
    "GET /companies/:id/schedules",
    "PUT /companies/:id/schedules",
    "GET /users/list",
    "GET /queue",
  ],
  login: ["POST /auth/login", "POST /forgetpassword", "POST /resetpasswords"],
  token: ["POST /messages/send", "GET /messages/send/:messageId"],
  link: [
    "GET /public-link/:token",
    "POST /public-link/:token",
    "GET /public-link/:token/passkey",
    "POST /public-link/:token/passkey",
    "POST /public-link/:token/confirm",
  ],
  gather: [
    "GET /audit/provider",
    "GET /audit/provider/people",
    "GET /audit/provider/export",
    "GET /cockpit/export",
    "GET /companies",
    "GET /companies/list",
    "GET /companiesPlan",
    "GET /companies/import",
    "GET /companies/held",
    "POST /companies/resume",
    "GET /plans",
    "GET /plans/:id/companies",
    "GET /invoices/all",
    "GET /backups",
    "POST /backups",
    "DELETE /backups",
    "GET /cockpit",
    "GET /cockpit/numbers",
  ],
  placement: ["POST /companies", "POST /companies/import"],
  cell: [
    "POST /companies/import/:id/pieces",
    "POST /companies/import/:id/start",
    "DELETE /companies/import/:id",
  ],
  search: ["GET /invoices/:id", "PUT /invoices/:id", "DELETE /invoices/:id"],
};
const MOUNTS = {
  "/media/": "company",
  "/brand/": "company",
  "/public/announcements/": "any",
  "/exports/": "cell",
  "/webhooks/pix/": "parts",
  "/between-cells/load": "parts",
  "/between-cells/sign-up": "parts",
  "/webhooks/meta": "parts",
  "/between-cells/notice": "parts",
  "/between-cells/moves/": "any",
};

const routes = withDescription(features.flatMap((feature) => feature.routes ?? []));

describe("the cell of a request", () => {
  test("every route that declares its cell is on the list with its rule", () => {
    const declared: Record<string, string[]> = {};
    for (const { method, path, cell } of routes) {
      if (cell === undefined) continue;
      const rule = nameOfRule(cell);
      declared[rule] = [...(declared[rule] ?? []), `${method} ${path}`];
    }
    const sorted = (lists: Readonly<Record<string, readonly string[]>>) =>
      Object.fromEntries(Object.entries(lists).map(([rule, list]) => [rule, list.toSorted()]));
    expect(sorted(declared)).toEqual(sorted(ROUTES));
  });

  test("every gathered route has no body, and a merge function", () => {
    const several = routes.filter(({ cell }) => cell !== undefined && nameOfRule(cell) === "gather");
    for (const { body, rawBody, cell } of several) {
      expect([body, rawBody]).toEqual([undefined, undefined]);
      expect(typeof (cell as GatherRule).merge).toBe("function");
    }
  });

  test("every public route, every route of super users and every mount declares its cell", () => {
    const silent = routes.filter(
      ({ access, cell }) => (access === "public" || access === "super") && cell === undefined,
    );
    expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
    const mounts = features.flatMap((feature) => feature.mounts ?? []);
    expect(Object.fromEntries(mounts.map(({ prefix, cell }) => [prefix, nameOfRule(cell)]))).toEqual(MOUNTS);
  });

  test("a route that reads `companyId` for super users declares the cell of that company", () => {
    const reading = routes.filter(
      ({ query }) => query !== undefined && "entries" in query && "companyId" in (query.entries as object),
    );
    const undeclared = reading.filter(({ cell }) => cell === undefined);
    // It accepts the parameter and ignores it.
    expect(undeclared.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /quick-messages/list"]);
  });
});
