import { afterEach, expect, test } from "bun:test";
import { oneCell } from "#platform/cells.ts";
import { all } from "#platform/db/database.ts";
import { createLog } from "#platform/log.ts";
import { reservedForTests } from "#tenants/reserve.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { notifyProvider } from "./notify-provider.ts";

let app: TestApp;
afterEach(() => app.stop());
const notice = { code: "backup_failed", details: { name: "no space" }, key: "backup_failed:2026-11-20" };

test("a notice to the provider without the provider's company is skipped", async () => {
  app = await startTestApp();
  notifyProvider(app.installation, notice);
});

test("a notice to the provider is stored once in the provider's company", async () => {
  app = await startTestApp();
  const provider = app.company("Provedor");
  notifyProvider(app.installation, notice);
  notifyProvider(app.installation, notice);
  expect(all(provider.db, "SELECT code, key FROM notice")).toEqual([{ code: notice.code, key: notice.key }]);
});

test("a notice in another cell is logged, and waits for the home cell under a key that names its cell", async () => {
  const lines: string[] = [];
  app = await startTestApp({ cells: oneCell(2), log: createLog("warn", (line) => lines.push(line)) });
  const { tenants } = app.installation;
  const copy = tenants.open(app.company("Cópia").id);
  const company = { ...copy.company, id: 1, name: "Provedor", planId: copy.company.plan.id };
  tenants.create(company, reservedForTests());
  notifyProvider(app.installation, notice);
  expect(all(tenants.open(1).db, "SELECT key FROM notice")).toEqual([{ key: `${notice.key}@2` }]);
  expect(lines.join("")).toContain("backup_failed");
});
