import { afterAll, beforeAll, expect, test } from "bun:test";
import { run } from "#platform/db/database.ts";
import type { AppRoute } from "#tenants/route.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { fillEveryTable } from "#test/helpers/dump.ts";
import { testUser } from "#test/helpers/installation.ts";
import { sampleOf } from "#test/helpers/sample.ts";

/** Id of one row in every table. */
const ROW = 7001;

let app: TestApp;
let tenant: Tenant;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
  tenant = app.company();
  fillEveryTable(tenant.db, ROW, "plain");
  // Broken JSON, which imports refuse, causes a 500, because that response must have the headers too.
  run(tenant.db, "UPDATE integration SET type = 'n8n', of_company = 0, events = '{'");
});
afterAll(() => app.stop());

/** The route with a row's id in its path and query. */
function addressOf({ path, query }: AppRoute): string {
  const sampled = query ? (sampleOf(query, { id: ROW, text: "plain" }) as Record<string, unknown>) : {};
  const search = new URLSearchParams(Object.entries(sampled).map(([name, value]) => [name, String(value)]));
  return `${app.url}/api${path.replace(/:(\w+)/g, String(ROW))}?${search}`;
}

test("no response to a signed-in caller may be cached, sniffed for its type or framed, on any route and with any status", async () => {
  const { token } = app.api(testUser(tenant, { profile: "admin" }));
  const statuses = new Set<number>();
  for (const route of app.app.routes.filter(({ method }) => method === "GET")) {
    const reply = await fetch(addressOf(route), { headers: { authorization: `Bearer ${token}` } });
    await reply.body?.cancel();
    const { headers, status } = reply;
    statuses.add(status);
    expect({
      what: `${route.path} ${status}`,
      kept: /\bno-store\b/.test(headers.get("cache-control") ?? "")
        ? "nowhere"
        : headers.get("cache-control"),
      guessed: headers.get("x-content-type-options"),
      frames: /frame-ancestors '(none|self)'/.test(headers.get("content-security-policy") ?? ""),
    }).toEqual({ what: `${route.path} ${status}`, kept: "nowhere", guessed: "nosniff", frames: true });
  }
  for (const status of [200, 403, 404, 500]) expect([...statuses]).toContain(status);
});
