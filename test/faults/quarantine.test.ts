import { afterAll, expect, test } from "bun:test";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { restoreCompanyFrom } from "#operations/backups/restore/restore-company.ts";
import { folderStore } from "#operations/backups/store/folder.ts";
import { backUpApp, login } from "#operations/backups/testing.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type Person, startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testContact } from "#test/helpers/installation.ts";

// R7: one of fifty company files is damaged on the disk; it is quarantined, the others serve, and it is restored alone
// from the backup.
const COMPANIES = 50;
const SPOILED = 23;
let app: TestApp | undefined;
afterAll(() => app?.stop());

test("with one of fifty company files corrupted the other forty-nine are served, and that one is restored alone", async () => {
  const first = await startTestApp();
  const tenants: Tenant[] = [];
  for (let count = 0; count < COMPANIES; count += 1) {
    const tenant = first.company();
    for (let contact = 0; contact < 5; contact += 1) testContact(tenant);
    tenants.push(tenant);
  }
  const victim = tenants[SPOILED] as Tenant;
  const neighbour = tenants[SPOILED + 1] as Tenant;
  const people: Person[] = [await first.person(victim), await first.person(neighbour)];
  const [unlucky, lucky] = people as [Person, Person];
  const { run } = await backUpApp(first);
  await first.stop({ directory: true });

  const path = join(first.directory, "companies", String(victim.id), "company.sqlite");
  for (const left of ["-wal", "-shm"]) rmSync(path + left, { force: true });
  const bytes = readFileSync(path);
  for (let at = 0; at < 4096; at += 1) bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  writeFileSync(path, bytes);

  const started = performance.now();
  app = await startTestApp({ directory: first.directory, clock: first.clock });
  const { installation } = app;
  const readable = tenants.filter(({ id }) => {
    try {
      return installation.tenants.open(id).db.$client.prepare("SELECT count(*) FROM contact").get();
    } catch {
      return false;
    }
  });
  expect(performance.now() - started).toBeLessThan(10_000);
  expect(readable).toHaveLength(COMPANIES - 1);
  expect([...installation.tenants.quarantined().keys()]).toEqual([victim.id]);
  // Jobs try to open it once a minute, not at each of their runs.
  const isTried = () =>
    installation.tenants.dueCompanies("schedules", app?.clock.now() ?? 0).includes(victim.id);
  installation.tenants.rescheduleWake(victim.id, "schedules", first.clock.now());
  expect(isTried()).toBe(false);
  first.clock.advance(60_000);
  expect(isTried()).toBe(true);
  expect(await login(app, lucky)).toBe(200);
  expect(await login(app, unlucky)).toBe(503);

  const store = folderStore(join(app.directory, "backups"));
  const options = { store, run, id: victim.id, passphrase: null, dryRun: false, overwrite: true, jobs: [] };
  await restoreCompanyFrom(installation, options);
  expect(installation.tenants.quarantined().size).toBe(0);
  expect(await login(app, unlucky)).toBe(200);
  expect(await login(app, lucky)).toBe(200);
}, 60_000);
