import { afterAll, afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { verify } from "#operations/backups/restore/verify.ts";
import { folderStore } from "#operations/backups/store/folder.ts";
import { fillCompany, scratch } from "#operations/backups/testing.ts";
import { all } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { type BackupRun, lastRun } from "./record.ts";
import { isBackupDue, lastNight } from "./run-backup.ts";
import { findRun } from "./runs.ts";

const directories = scratch();
afterAll(() => directories.remove());
let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ directory: directories.next() });
});
afterEach(() => app.stop());

async function check() {
  const store = folderStore(join(app.directory, "backups"));
  const run = await findRun(store, {});
  return verify({ store, run, dataDirectory: directories.next(), everyByte: true });
}
const companyFile = (id: number) => join(app.directory, "companies", String(id), "company.sqlite");

describe("nightly backup", () => {
  const zone = "America/Sao_Paulo";
  const at = (iso: string) => Date.parse(`${iso}-03:00`);
  const begun = (iso: string, state: BackupRun["state"] = "done") =>
    ({ state, startedAt: at(iso), finishedAt: at(iso) }) as BackupRun;

  test("the nightly backup is due at two in the morning, also after downtime", () => {
    expect(lastNight(at("2026-11-22T01:59:59"), zone)).toBe(at("2026-11-21T02:00:00"));
    const last = begun("2026-11-21T02:00:10");
    expect(isBackupDue(last, 0, at("2026-11-22T01:59:59"), zone)).toBe(false);
    expect(isBackupDue(last, 0, at("2026-11-22T02:00:00"), zone)).toBe(true);
    expect(isBackupDue(last, 0, at("2026-11-25T17:00:00"), zone)).toBe(true);
  });

  test("the nightly backup waits for its first night, retries an hour after a failure and never overlaps", () => {
    expect(isBackupDue(null, at("2026-11-22T10:00:00"), at("2026-11-22T10:01:00"), zone)).toBe(false);
    expect(isBackupDue(null, at("2026-11-22T10:00:00"), at("2026-11-23T02:00:00"), zone)).toBe(true);
    const failed = begun("2026-11-22T02:00:00", "failed");
    expect(isBackupDue(failed, 0, at("2026-11-22T02:59:00"), zone)).toBe(false);
    expect(isBackupDue(failed, 0, at("2026-11-22T03:00:00"), zone)).toBe(true);
    expect(isBackupDue(begun("2026-11-20T02:00:00", "running"), 0, at("2026-11-22T10:00:00"), zone)).toBe(
      false,
    );
  });

  test("the nightly backup runs in a subprocess and its outcome is shown to the provider", async () => {
    const provider = await fillCompany(app);
    const { tenant } = await fillCompany(app);
    app.clock.advance(86_400_000);
    await app.app.runJob("backup");
    const made = lastRun(app.installation.system);
    expect(made).toMatchObject({ state: "done", companies: 2, leftOut: [], error: null });
    expect(await check()).toEqual([]);
    await app.app.runJob("backup");
    expect(lastRun(app.installation.system)?.id).toBe(made?.id);
    app.installation.tenants.release(tenant.id);
    writeFileSync(companyFile(tenant.id), "gone");
    app.clock.advance(86_400_000);
    await app.app.runJob("backup");
    expect(lastRun(app.installation.system)).toMatchObject({ state: "failed", leftOut: [{ id: tenant.id }] });
    const told = all(provider.tenant.db, "SELECT details FROM notice WHERE code = 'backup_failed'");
    expect(told).toEqual([{ details: JSON.stringify({ name: tenant.company.name }) }]);
  });
});
