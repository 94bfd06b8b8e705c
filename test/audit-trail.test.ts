import { afterAll, beforeAll, expect, test } from "bun:test";
import { audited, parseAction } from "#accounts/audit/index.ts";
import { ensureProviderCompany } from "#accounts/plans/index.ts";
import { features } from "#features.ts";
import { one } from "#platform/db/database.ts";
import type { AppRoute } from "#tenants/route.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testUser } from "#test/helpers/installation.ts";

/** Routes that export company data as a file. */
const isExport = ({ method, path }: AppRoute) => method === "GET" && /export|\.csv$|\/report$/.test(path);
/** Routes that return the state of an export, or figures for a page, and no exported data. */
const NO_EXPORT = ["GET /companies/:id/export", "GET /sla/report"];

let app: TestApp;
let admin: UserCtx;
let root: UserCtx;
beforeAll(async () => {
  app = await startTestApp();
  admin = testUser(app.company(), { profile: "admin" });
  const provider = testUser(await ensureProviderCompany(app.installation, "Provedor"), { profile: "admin" });
  root = { ...provider, actor: { ...provider.actor, super: true } };
});
afterAll(() => app.stop());

const routes = features.flatMap((feature) => feature.routes ?? []);
const nameOf = ({ method, path }: AppRoute) => `${method} ${path}`;

test("every route that changes or exports data writes an entry to the audit trail, or has a stated reason not to", () => {
  const mustTell = routes.filter(
    (route) => (route.method !== "GET" || isExport(route)) && !NO_EXPORT.includes(nameOf(route)),
  );
  const silent = mustTell.filter(
    ({ audit, unaudited }) => (audit === undefined) === (unaudited === undefined),
  );
  expect(silent.map(nameOf)).toEqual([]);
  for (const { audit } of routes)
    if (audit !== undefined) expect([audit, parseAction(audit)]).not.toContain(undefined);
});

test("an audit entry is stored before the response is sent", async () => {
  const count = () => {
    const lines = (who: UserCtx) =>
      one<{ n: number }>(who.tenant.db, "SELECT count(*) AS n FROM audit_log")?.n ?? 0;
    const provider =
      one<{ n: number }>(app.installation.system, "SELECT count(*) AS n FROM provider_audit_log")?.n ?? 0;
    return { company: lines(admin) + lines(root), provider };
  };
  for (const route of routes) {
    if (route.audit === undefined) continue;
    const isSuper = route.access === "super";
    const before = count();
    const done = audited({ ...route, handle: () => ({ id: 1 }) });
    await done.handle({
      ctx: { installation: app.installation, user: isSuper ? root : admin },
      params: { id: 1, key: "call", page: "terms" },
      query: {},
      body: {},
      ip: "127.0.0.1",
      https: false,
      request: new Request("http://localhost"),
    } as never);
    const after = count();
    const more = after.company - before.company + after.provider - before.provider;
    expect([nameOf(route), more > 0]).toEqual([nameOf(route), true]);
    if (!isSuper) expect([nameOf(route), after.provider]).toEqual([nameOf(route), before.provider]);
  }
});
