import { checkSessionSchema } from "#channels/connections/index.ts";
import { readSchema, type Schema, schemaDifference, schemaOf } from "#platform/db/expected-schema.ts";
import { type Migration, MigrationError } from "#platform/db/migrate.ts";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import { asRefusal, BackupError } from "./errors.ts";

// SQLite files of archives and backups are input from outside (docs/rules/archives.md#foreign-files). They are opened for
// reading first, and for writing only when their schema is exactly that of their version.

/**
 * Checks a company or system database from an archive and returns its schema. Throws BackupError when its
 * migrations are not those of `migrations`, when a table, column, index, trigger or view differs from what these
 * migrations make, or when its content is damaged. Runs no trigger, view or generated column of the file.
 */
export const checkForeignDatabase = (path: string, migrations: readonly Migration[]): Schema =>
  readForeign(path, (db) => {
    const expected = expectedOf(db, migrations);
    requireSame(schemaDifference(readSchema(db), expected));
    return expected;
  });

/** The same for the session file of a connection. */
export const checkForeignSession = (path: string): void =>
  readForeign(path, (db) => requireSame(checkSessionSchema(db)));

function requireSame(difference: string | null): void {
  if (difference !== null)
    throw new BackupError(`its schema is not that of its version: ${difference}`, "altered");
}

function expectedOf(db: Sqlite, migrations: readonly Migration[]): Schema {
  const history = db.prepare("SELECT type FROM sqlite_schema WHERE name = 'schema_migration'").get();
  if ((history as { type: string } | undefined)?.type !== "table")
    throw new BackupError(
      "its schema is not that of its version: table schema_migration is missing",
      "altered",
    );
  try {
    return schemaOf(db, migrations);
  } catch (error) {
    if (error instanceof MigrationError) throw new BackupError(error.message, "altered");
    throw error;
  }
}

function readForeign<T>(path: string, check: (db: Sqlite) => T): T {
  let db: Sqlite | undefined;
  try {
    db = openDatabase(path, { durability: "normal", readonly: true });
    // As https://www.sqlite.org/security.html advises for files of unknown origin; the driver adds defensive mode.
    db.pragma("mmap_size = 0");
    db.pragma("cell_size_check = ON");
    if (db.pragma("encoding", { simple: true }) !== "UTF-8")
      throw new BackupError("is not in UTF-8", "altered");
    const answer = check(db);
    // After the comparison, because it evaluates CHECK constraints and indexed expressions. Unlike `quick_check` it also
    // compares indexes with their tables: a row missing in an index would escape a later UPDATE.
    const verdict = db.pragma("integrity_check(1)", { simple: true });
    if (verdict !== "ok") throw new BackupError(`is damaged: ${String(verdict)}`);
    return answer;
  } catch (error) {
    if (error instanceof BackupError) throw error;
    const refusal = asRefusal(error, path);
    throw refusal === error ? new BackupError(`is damaged: ${(error as Error).message}`) : refusal;
  } finally {
    db?.close();
  }
}
