import { afterAll, expect, test } from "bun:test";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { uncleanChecked } from "#accounts/companies/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testContact, testUser } from "#test/helpers/installation.ts";

/** Number of companies: 500 for a full test of R7 (`R7_COMPANIES=500`), a few in every test run. */
const COMPANIES = Number(process.env["R7_COMPANIES"] ?? 12);
/** Companies that were open when the process was killed: two in three. */
const isOpen = (n: number) => n % 3 !== 0;
const VICTIM = 7;
/** Time until the server answers and files left open were checked, ms. */
const READY_MS = 10_000;

const apps: TestApp[] = [];
afterAll(async () => {
  for (const app of apps) await app.stop();
});

/** Inverts bytes in the middle of a file, after the part that is read when it is opened. */
function spoil(path: string): void {
  const bytes = readFileSync(path);
  const middle = Math.floor(bytes.length / 2 / 4096) * 4096;
  for (let at = middle; at < middle + 40 * 4096 && at < bytes.length; at += 1)
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(path, bytes);
}

test(`${COMPANIES} companies after a kill: files left open are checked, the damaged one is quarantined, the others are served`, async () => {
  const first = await startTestApp();
  apps.push(first);
  const { installation } = first;
  // Without syncs, because creating the companies is not measured.
  installation.system.$client.pragma("synchronous = OFF");
  const tenants: Tenant[] = [];
  for (let n = 0; n < COMPANIES; n += 1) {
    const tenant = first.company();
    tenant.db.$client.pragma("synchronous = OFF");
    for (let contact = 0; contact < 20; contact += 1) testContact(tenant);
    tenants.push(tenant);
    installation.tenants.release(tenant.id);
  }
  for (const [n, { id }] of tenants.entries())
    if (isOpen(n)) run(installation.tenants.open(id).db, "UPDATE contact SET name = 'Maria' WHERE id = 1");
  // The state after kill -9: a copy of the files with their WALs.
  const directory = `${first.directory}-killed`;
  cpSync(first.directory, directory, { recursive: true, filter: (path) => !path.includes("lock.sqlite") });
  const victim = tenants[VICTIM]?.id ?? 0;
  spoil(join(directory, "companies", String(victim), "company.sqlite"));

  const begin = performance.now();
  const app = await startTestApp({ directory, clock: first.clock });
  apps.push(app);
  const neighbour = app.installation.tenants.open(tenants[VICTIM + 1]?.id ?? 0);
  expect((await app.api(testUser(neighbour)).get("/tags")).status).toBe(200);
  const servesMs = performance.now() - begin;
  await uncleanChecked(app.installation);
  const readyMs = performance.now() - begin;
  if (COMPANIES > 100)
    console.log(`serves after ${servesMs.toFixed(0)} ms, all looked at after ${readyMs.toFixed(0)} ms`);

  const left = tenants.flatMap(({ id }, n) => (isOpen(n) ? [id] : []));
  expect([...app.installation.tenants.uncleanShutdowns()].sort((a, b) => a - b)).toEqual(left);
  expect([...app.installation.tenants.quarantined().keys()]).toEqual([victim]);
  expect(() => app.installation.tenants.open(victim)).toThrow("ERR_TENANT_UNAVAILABLE");
  for (const { id } of tenants.filter((tenant) => tenant.id !== victim))
    expect(one(app.installation.tenants.open(id).db, "SELECT count(*) AS n FROM contact")).toEqual({ n: 20 });
  expect(all(neighbour.db, "SELECT name FROM contact WHERE id = 1")).toEqual([{ name: "Maria" }]);
  expect(readyMs).toBeLessThan(READY_MS);
  rmSync(join(directory, "companies", String(victim)), { recursive: true });
}, 120_000);
