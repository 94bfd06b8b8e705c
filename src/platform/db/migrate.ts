import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Sqlite } from "./open.ts";

export interface Migration {
  /** `NNNN_verb_object`. */
  readonly name: string;
  readonly sql: string;
}

/** What a new file gets instead of running migrations one by one: the same schema and rows in a tenth of the time. */
export interface Snapshot {
  /** Name of the last migration it contains. */
  readonly after: string;
  readonly sql: string;
}

const AFTER = /^-- Contains the migrations up to (\w+)\.$/m;

/** A `schema.sql` as `scripts/snapshot-schema.ts` writes it. */
export function readSnapshot(sql: string): Snapshot {
  const after = AFTER.exec(sql)?.[1];
  if (after === undefined) throw new Error("the snapshot of a schema does not name its last migration");
  return { after, sql };
}

/** The file was written by a newer release, or its history is not ours. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

const TABLE = `CREATE TABLE IF NOT EXISTS schema_migration (
  position INTEGER PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at INTEGER NOT NULL) STRICT`;

const checksums = new Map<string, string>();
/** Cached, because the same few texts are compared with every file that is opened. */
function checksum(sql: string): string {
  const known = checksums.get(sql);
  if (known !== undefined) return known;
  const made = createHash("sha256").update(sql).digest("hex");
  checksums.set(sql, made);
  return made;
}

/**
 * Applies all pending migrations or none, after a copy of a file with data (`<path>.before-<name>`); the copy of the
 * previous upgrade is deleted. A new file gets the snapshot, and the migrations that the snapshot does not contain. Throws MigrationError when the file is newer than this program or was changed by hand;
 * the file then stays unchanged.
 */
export function migrate(
  db: Sqlite,
  migrations: readonly Migration[],
  nowMs: number,
  { path, snapshot }: { readonly path?: string; readonly snapshot?: Snapshot } = {},
): readonly string[] {
  db.exec(TABLE);
  const pending = pendingMigrations(db, migrations);
  if (pending.length === 0) return [];
  const done = migrations.length - pending.length;
  if (pending[0] && done > 0 && path) backUp(db, path, pending[0].name);
  const contained = done === 0 ? migrations.findIndex(({ name }) => name === snapshot?.after) + 1 : 0;
  const apply = (migration: Migration, position: number) => {
    if (position > contained) db.exec(migration.sql);
    const note = db.prepare("INSERT INTO schema_migration VALUES (?, ?, ?, ?)");
    note.run(position, migration.name, checksum(migration.sql), nowMs);
  };
  // All or none (quality R18): after a failure, or a kill in the middle, the older program can still use the file.
  db.transaction(() => {
    if (snapshot && contained > 0) db.exec(snapshot.sql);
    for (const [offset, migration] of pending.entries()) apply(migration, done + offset + 1);
  }).immediate();
  return pending.map((migration) => migration.name);
}

/**
 * The pending migrations of a database; only reads. Throws MigrationError when the file is newer than this program or
 * was changed by hand.
 */
export function pendingMigrations(db: Sqlite, migrations: readonly Migration[]): readonly Migration[] {
  const applied = db.prepare("SELECT name, checksum FROM schema_migration ORDER BY position").all() as {
    name: string;
    checksum: string;
  }[];
  for (const [position, row] of applied.entries()) {
    const known = migrations[position];
    if (!known) throw new MigrationError(`database is newer than this program: it has ${row.name}`);
    if (known.name !== row.name || checksum(known.sql) !== row.checksum)
      throw new MigrationError(`migration ${row.name} is not the one this program knows as ${known.name}`);
  }
  return migrations.slice(applied.length);
}

function backUp(db: Sqlite, path: string, name: string): void {
  const target = `${path}.before-${name}`;
  if (existsSync(target)) rmSync(target);
  const draft = `${target}.part`;
  if (existsSync(draft)) rmSync(draft);
  db.prepare("VACUUM INTO ?").run(draft);
  copyFileSync(draft, target);
  rmSync(draft);
  const [folder, prefix] = [dirname(path), `${basename(path)}.before-`];
  for (const name of readdirSync(folder))
    if (name.startsWith(prefix) && join(folder, name) !== target) rmSync(join(folder, name));
}
