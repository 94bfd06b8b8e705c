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
    requireReadable(db);
    return expected;
  });

/** As `checkForeignDatabase`, for the session file of a connection. */
export const checkForeignSession = (path: string): void =>
  readForeign(path, (db) => requireSame(checkSessionSchema(db)));

function requireSame(difference: string | null): void {
  if (difference !== null)
    throw new BackupError(`its schema is not that of its version: ${difference}`, "altered");
}

/** JSON columns without a default in their table. */
const JSON_COLUMNS = new Set(["contact_merge.loser", "contact_merge.moved", "outbox.payload"]);
/** JSON types of columns, by the default in their table. */
const JSON_DEFAULTS: Readonly<Record<string, string>> = { "'[]'": "array", "'{}'": "object" };
/** Last moment that JavaScript can show, ms. */
const LAST_MOMENT = 8.64e15;

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly default: string | null;
}

/**
 * The product writes JSON and times itself and does not check them when it reads them. A value that another program
 * damaged would break the pages that show it.
 */
function requireReadable(db: Sqlite): void {
  const columns = db
    .prepare(
      `SELECT t.name AS "table", c.name, c.type, c.dflt_value AS "default"
      FROM pragma_table_list t, pragma_table_info(t.name) c WHERE t.schema = 'main' AND t.type = 'table'`,
    )
    .all() as Column[];
  for (const column of columns) {
    const wrong = unreadable(column);
    if (wrong === null) continue;
    const found = db.prepare(`SELECT 1 FROM "${column.table}" WHERE ${wrong} LIMIT 1`).get();
    if (found)
      throw new BackupError(`${column.table}.${column.name} has a value that cannot be read`, "altered");
  }
}

/** SQL condition for values of a column that the product cannot read; null for columns with any value. */
function unreadable({ table, name, type, default: value }: Column): string | null {
  const json = JSON_DEFAULTS[value ?? ""];
  const given = `"${name}" IS NOT NULL`;
  if (json) return `${given} AND iif(json_valid("${name}"), json_type("${name}") <> '${json}', 1)`;
  if (JSON_COLUMNS.has(`${table}.${name}`)) return `${given} AND NOT json_valid("${name}")`;
  const isTime = type === "INTEGER" && /(^|_)at$/.test(name);
  return isTime ? `"${name}" NOT BETWEEN -${LAST_MOMENT} AND ${LAST_MOMENT}` : null;
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
    // As https://www.sqlite.org/security.html advises for files of unknown origin. Defensive mode is the driver's default
    // (src/platform/db/open.test.ts).
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
