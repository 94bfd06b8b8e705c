import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Sqlite } from "./open.ts";

export interface Migration {
  /** `NNNN_verb_object`. */
  readonly name: string;
  readonly sql: string;
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
 * previous upgrade is deleted. Throws MigrationError when the file is newer than this program or was changed by hand;
 * the file then stays unchanged.
 */
export function migrate(
  db: Sqlite,
  migrations: readonly Migration[],
  nowMs: number,
  path?: string,
): readonly string[] {
  db.exec(TABLE);
  const pending = pendingMigrations(db, migrations);
  if (pending.length === 0) return [];
  const done = migrations.length - pending.length;
  if (pending[0] && done > 0 && path) backUp(db, path, pending[0].name);
  const apply = (migration: Migration, position: number) => {
    db.exec(migration.sql);
    const note = db.prepare("INSERT INTO schema_migration VALUES (?, ?, ?, ?)");
    note.run(position, migration.name, checksum(migration.sql), nowMs);
  };
  // All or none (quality R18): after a failure, or a kill in the middle, the older program can still use the file.
  db.transaction(() => {
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
