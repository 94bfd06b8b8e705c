import { existsSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "#config.ts";
import { systemMigrations } from "#migrations/system/index.ts";
import { tenantMigrations } from "#migrations/tenant/index.ts";
import type { Migration } from "#platform/db/migrate.ts";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import { diskReady } from "#platform/http/health.ts";
import { companyDirectory } from "#tenants/registry.ts";
import type { Command } from "./command.ts";
import { directoryProblems } from "./data-directory.ts";

export const doctor: Command = {
  usage: "",
  summary: "Look for what is wrong with the data directory; changes nothing, works beside a running server",
  run() {
    const { dataDir } = loadConfig(process.env);
    if (!existsSync(dataDir)) {
      console.log(`${dataDir} does not exist yet`);
      return 0;
    }
    const problems = [...examine(dataDir)];
    for (const problem of problems) console.error(problem);
    console.log(problems.length === 0 ? "no problem found" : `${problems.length} found`);
    return problems.length === 0 ? 0 : 1;
  },
};

interface CompanyRow {
  readonly id: number;
  readonly removed_at?: number | null;
}

/** Every problem in words. */
export function* examine(dataDir: string): Generator<string> {
  yield* directoryProblems(dataDir);
  if (!diskReady(dataDir)) yield `${dataDir}: the disk is nearly full`;
  const system = join(dataDir, "system.sqlite");
  if (!existsSync(system)) return;
  const companies: number[] = [];
  yield* examineFile(system, systemMigrations, (db) => {
    // An older file has no bin yet.
    for (const { id, removed_at } of db.prepare("SELECT * FROM company ORDER BY id").all() as CompanyRow[])
      if (!removed_at) companies.push(id);
  });
  for (const id of companies) {
    const file = join(companyDirectory(dataDir, id), "company.sqlite");
    if (existsSync(file)) yield* examineFile(file, tenantMigrations);
    else yield `company ${id}: ${file} is missing`;
  }
}

/** Opens the file for reading only; one that cannot be read is one problem. */
function* examineFile(
  file: string,
  migrations: readonly Migration[],
  look?: (db: Sqlite) => void,
): Generator<string> {
  let db: Sqlite | undefined;
  try {
    db = openDatabase(file, { durability: "normal", readonly: true });
    const [damage] = db.pragma("quick_check(1)", { simple: false }) as { quick_check: string }[];
    if (damage && damage.quick_check !== "ok") yield `${file}: ${damage.quick_check}`;
    const orphans = db.pragma("foreign_key_check") as unknown[];
    if (orphans.length > 0) yield `${file}: ${orphans.length} rows point to rows that are gone`;
    const applied = db.prepare("SELECT name FROM schema_migration ORDER BY position").all() as {
      name: string;
    }[];
    if (applied.length > migrations.length) yield `${file}: written by a newer release`;
    if (applied.length < migrations.length) yield `${file}: migrations are pending, run balcao migrate`;
    look?.(db);
  } catch (error) {
    yield `${file}: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    db?.close();
  }
}
