import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { systemMigrations, systemSnapshot } from "#migrations/system/index.ts";
import { tenantMigrations, tenantSnapshot } from "#migrations/tenant/index.ts";
import { type Migration, migrate, type Snapshot } from "#platform/db/migrate.ts";
import { openDatabase } from "#platform/db/open.ts";
import type { Installation } from "#tenants/installation.ts";

const KINDS: Readonly<Record<string, { migrations: readonly Migration[]; snapshot: Snapshot }>> = {
  system: { migrations: systemMigrations, snapshot: systemSnapshot },
  company: { migrations: tenantMigrations, snapshot: tenantSnapshot },
};

/**
 * Puts a copy of a new, empty database at `path`, unless a file is there. The copied file is made once per schema and
 * kept in the system's folder of temporary files: creating the tables of a company takes 50 ms of the processor, which
 * thousands of tests would pay.
 */
export function placeNewFile(kind: "system" | "company", path: string): void {
  if (existsSync(path)) return;
  const { migrations, snapshot } = KINDS[kind] as (typeof KINDS)[string];
  const sources = [snapshot.sql, ...migrations.map(({ sql }) => sql), OPENING];
  const name = createHash("sha256").update(sources.join("\n")).digest("hex").slice(0, 16);
  const ready = join(tmpdir(), "balcao-new-files", `${kind}-${name}.sqlite`);
  if (!existsSync(ready)) make(ready, migrations, snapshot);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  copyFileSync(ready, path);
}

const OPENING = readFileSync(join(import.meta.dir, "../../src/platform/db/open.ts"), "utf8");

function make(ready: string, migrations: readonly Migration[], snapshot: Snapshot): void {
  mkdirSync(dirname(ready), { recursive: true });
  const draft = join(mkdtempSync(`${ready}-`), "draft.sqlite");
  const db = openDatabase(draft, { durability: "normal" });
  migrate(db, migrations, 0, { snapshot });
  db.close();
  renameSync(draft, ready);
  rmSync(dirname(draft), { recursive: true });
}

/** Whether commits stay on this machine: a copied file never enters the log of a cluster. */
export const isLocal = ({ durability }: Installation): boolean => durability.opening.onCommit === undefined;
