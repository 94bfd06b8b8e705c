import { existsSync } from "node:fs";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import { asRefusal, BackupError } from "./errors.ts";

/** Properties by which a copy is compared with its original. */
export interface DatabaseFacts {
  /** The last migration; "" for files without any. */
  readonly schema: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** Maximum wait for a writer, ms. */
const PATIENCE_MS = 30_000;

/**
 * Makes a consistent copy of a database in use, in one read transaction, so that writers do not wait. `alter` changes
 * the copy. Throws BackupError when the original is damaged.
 */
export function copyDatabase(from: string, to: string, alter?: (copy: Sqlite) => void): DatabaseFacts {
  if (!existsSync(from)) throw new BackupError("the file is missing");
  try {
    const db = openDatabase(from, { durability: "normal", readonly: true, busyTimeoutMs: PATIENCE_MS });
    try {
      db.prepare("VACUUM INTO ?").run(to);
    } finally {
      db.close();
    }
  } catch (error) {
    throw new BackupError(`cannot be copied: ${(error as Error).message}`);
  }
  if (alter) {
    const copy = openDatabase(to, { durability: "normal" });
    try {
      alter(copy);
      copy.pragma("journal_mode = DELETE");
    } finally {
      copy.close();
    }
  }
  return examine(to);
}

/** Checks the whole database and counts its rows; throws BackupError when it is damaged. */
export function examine(path: string): DatabaseFacts {
  let db: Sqlite | undefined;
  try {
    db = openDatabase(path, { durability: "normal", readonly: true });
    const verdict = db.pragma("quick_check(1)", { simple: true });
    if (verdict !== "ok") throw new BackupError(`is damaged: ${String(verdict)}`);
    const orphans = (db.pragma("foreign_key_check") as unknown[]).length;
    if (orphans > 0) throw new BackupError(`is damaged: ${orphans} rows point to rows that do not exist`);
    return { schema: schemaOf(db), counts: countsOf(db) };
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const refusal = asRefusal(error, path);
    throw refusal === error ? new BackupError(`is damaged: ${(error as Error).message}`) : refusal;
  } finally {
    db?.close();
  }
}

/** Tables without the internal tables of search indexes. */
export function tablesOf(db: Sqlite): readonly string[] {
  const tables = db.pragma("table_list") as { schema: string; name: string; type: string }[];
  return tables
    .filter(({ schema, name, type }) => schema === "main" && type === "table" && !name.startsWith("sqlite_"))
    .map(({ name }) => name)
    .sort();
}

const countsOf = (db: Sqlite): Record<string, number> =>
  Object.fromEntries(
    tablesOf(db).map((name) => [
      name,
      (db.prepare(`SELECT count(*) AS n FROM "${name}"`).get() as { n: number }).n,
    ]),
  );

function schemaOf(db: Sqlite): string {
  if (!tablesOf(db).includes("schema_migration")) return "";
  const last = db.prepare("SELECT name FROM schema_migration ORDER BY position DESC LIMIT 1").get();
  return (last as { name: string } | undefined)?.name ?? "";
}
