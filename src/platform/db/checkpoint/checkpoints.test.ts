import { afterEach, beforeEach, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { one, run } from "#platform/db/database.ts";
import { withSyncNormal } from "#platform/db/durability/sync-mode.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { type TestInstallation, testInstallation } from "#test/helpers/installation.ts";
import { truncateWal, walBackPressure } from "./checkpoints.ts";

let app: TestInstallation;
let tenant: Tenant;
beforeEach(() => {
  app = testInstallation();
  tenant = app.company();
  // Turns SQLite's own checkpoints off, so that only the thread checkpoints.
  tenant.db.$client.pragma("wal_autocheckpoint = 0");
});
afterEach(() => app.close());

let written = 0;
/** About twenty pages in one commit. */
function write(): void {
  written += 1;
  const value = randomBytes(40_000).toString("hex");
  withSyncNormal(tenant.db, () =>
    tenant.write((unit) => run(unit.db, "INSERT INTO setting VALUES (?, ?)", `k${written}`, value)),
  );
}
const inLog = () => (tenant.db.$client.pragma("wal_checkpoint(NOOP)") as { log: number }[])[0]?.log ?? 0;
const logBytes = () => statSync(`${tenant.db.$client.name}-wal`).size;
/** Writes without a pause, except for back-pressure, until the condition holds. */
async function flood(until: () => boolean): Promise<void> {
  while (!until()) {
    await walBackPressure(tenant.db.$client);
    write();
    await yieldToEventLoop("server");
  }
}
/**
 * Writes until a checkpoint is requested and the WAL is long. It never yields, so that the end of the checkpoint is not
 * handled before the caller goes on.
 */
function writeUntilCrowded(): void {
  while (!walBackPressure(tenant.db.$client)) write();
}

test("the WAL of a company that writes without a pause is checkpointed by the thread, restarts and stays short", async () => {
  let [before, anew] = [0, 0];
  await flood(() => {
    const now = inLog();
    if (now < before) anew += 1;
    before = now;
    return anew === 3;
  });
  expect(logBytes()).toBeLessThan(64 * 1024 * 1024);
  const count = () =>
    one<{ n: number }>(tenant.db, "SELECT count(*) AS n FROM setting WHERE key LIKE 'k%'")?.n;
  const all = count();
  app.installation.tenants.release(tenant.id);
  tenant = app.installation.tenants.open(tenant.id);
  expect(count()).toBe(all as number);
  expect(tenant.db.$client.pragma("integrity_check", { simple: true })).toBe("ok");
});

test("a company is closed, deleted or replaced only after the checkpoint thread has released its file", async () => {
  writeUntilCrowded();
  app.installation.tenants.release(tenant.id);
  // Closing the last connection checkpoints the rest and deletes the WAL.
  expect(() => logBytes()).toThrow("ENOENT");
});

test("truncateWal leaves no erased data in the WAL, also during a checkpoint", async () => {
  writeUntilCrowded();
  await truncateWal(tenant.db.$client);
  expect(logBytes()).toBe(0);
});
