import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { systemMigrations } from "#migrations/system/index.ts";
import type { RunManifest } from "#operations/backups/archive/manifest.ts";
import { alter } from "#operations/backups/archive/stage.ts";
import { findRun } from "#operations/backups/run/runs.ts";
import type { Store } from "#operations/backups/store/store.ts";
import { migrate } from "#platform/db/migrate.ts";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import { stageSystem } from "./verify.ts";

interface Where {
  readonly dataDirectory: string;
  readonly store: Store;
  readonly run: RunManifest;
  readonly now: number;
}
const TABLES = ["erased_identity", "erasure_key"];

/**
 * Copies the record of erasures into the system database staged in `work`. A backup does not contain later erasures, so they
 * come from the installation that is replaced or, without one, from the newest backup. Returns problems.
 */
export async function copyErasures(where: Where, work: string): Promise<readonly string[]> {
  const staged = join(work, "system.sqlite");
  const here = join(where.dataDirectory, "system.sqlite");
  if (existsSync(here)) return carryErasures(here, staged, where.now);
  const newest = await findRun(where.store, {});
  if (newest.stamp === where.run.stamp) return [];
  if (newest.key !== where.run.key)
    return ["the newest backup belongs to another installation key: who was erased since is not known"];
  const directory = join(work, "newest");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  await stageSystem(where.store, newest, directory);
  return carryErasures(join(directory, "system.sqlite"), staged, where.now);
}

/** Replaces the record of erasures in the system database `to` by the one in `from`. Returns problems. */
export function carryErasures(from: string, to: string, now: number): readonly string[] {
  const source = openDatabase(from, { durability: "normal", readonly: true });
  try {
    if (!TABLES.every((table) => has(source, table))) return [];
    const rows = source.prepare("SELECT company_id, hash, erased_at FROM erased_identity").raw().all();
    const keys = source.prepare("SELECT id, sealed FROM erasure_key").raw().all();
    alter(to, (db) => {
      // A backup of an earlier release has no tables of erasures.
      if (!has(db, "erased_identity")) migrate(db, systemMigrations, now);
      // The backup has only the erasures until it was made: they are replaced by the newer list.
      for (const table of TABLES) db.exec(`DELETE FROM ${table}`);
      const add = db.prepare("INSERT INTO erased_identity (company_id, hash, erased_at) VALUES (?, ?, ?)");
      const addKey = db.prepare("INSERT INTO erasure_key (id, sealed) VALUES (?, ?)");
      db.transaction(() => {
        for (const row of rows) add.run(...(row as unknown[]));
        for (const key of keys) addKey.run(...(key as unknown[]));
      })();
    });
    return [];
  } finally {
    source.close();
  }
}

const has = (db: Sqlite, table: string): boolean =>
  db.prepare("SELECT 1 FROM sqlite_master WHERE name = ?").get(table) !== undefined;
