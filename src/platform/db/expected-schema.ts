import { type Migration, migrate, pendingMigrations } from "./migrate.ts";
import { openDatabase, type Sqlite } from "./open.ts";

/** One row of `sqlite_schema`. */
interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string | null;
}
/** The schema of a database: tables, indexes, triggers and views with their SQL, in a fixed order. */
export type Schema = readonly SchemaObject[];

// Excludes the tables that `ANALYZE` creates: statistics for the planner, no rows of ours.
const READ = `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT GLOB 'sqlite_stat[0-9]*'
  ORDER BY type, name, tbl_name`;

/**
 * Drops the tables that `ANALYZE` creates. Statistics of a foreign file could make its queries choose slow plans; and with
 * `sqlite_stat4` SQLite plans many statements again at every run.
 */
export const dropStatistics = (db: Sqlite): void =>
  void db.exec("DROP TABLE IF EXISTS sqlite_stat1; DROP TABLE IF EXISTS sqlite_stat4");

/** The schema of an open database. Throws SQLite's error when it cannot be parsed. */
export const readSchema = (db: Sqlite): Schema => db.prepare(READ).all() as SchemaObject[];

/** The schema that `make` leaves in an empty database. */
export function schemaMadeBy(make: (db: Sqlite) => void): Schema {
  const db = openDatabase(":memory:", { durability: "normal" });
  try {
    make(db);
    return readSchema(db);
  } finally {
    db.close();
  }
}

const known = new WeakMap<readonly Migration[], Map<number, Schema>>();

/** The schema of a database after the first `count` migrations. */
export function schemaAfter(migrations: readonly Migration[], count: number): Schema {
  const made = known.get(migrations) ?? new Map<number, Schema>();
  known.set(migrations, made);
  const schema = made.get(count) ?? schemaMadeBy((db) => migrate(db, migrations.slice(0, count), 0));
  made.set(count, schema);
  return schema;
}

/** The schema that the applied `migrations` of a file should produce. Throws MigrationError. */
export const schemaOf = (db: Sqlite, migrations: readonly Migration[]): Schema =>
  schemaAfter(migrations, migrations.length - pendingMigrations(db, migrations).length);

/** The first difference of two schemas, as a message for an operator; null when they are equal. */
export function schemaDifference(found: Schema, expected: Schema): string | null {
  const key = ({ type, name }: SchemaObject) => `${type} ${name}`;
  const wanted = new Map(expected.map((object) => [key(object), object]));
  for (const object of found) {
    const other = wanted.get(key(object));
    if (!other) return `unknown ${key(object)}`;
    if (other.sql !== object.sql || other.tbl_name !== object.tbl_name)
      return `${key(object)} is not as expected`;
    wanted.delete(key(object));
  }
  for (const missing of wanted.keys()) return `${missing} is missing`;
  return found.length === expected.length ? null : "an object is listed twice";
}

/**
 * Runs `work` in one transaction without triggers, then creates the triggers of `schema`. `schema` must be the schema with
 * which the file was compared.
 */
export function withoutTriggers(db: Sqlite, schema: Schema, work: () => void): void {
  const triggersOf = (of: Schema) => of.filter(({ type }) => type === "trigger");
  db.transaction(() => {
    for (const { name } of triggersOf(readSchema(db)))
      db.exec(`DROP TRIGGER "${name.replaceAll('"', '""')}"`);
    work();
    for (const { sql } of triggersOf(schema)) if (sql !== null) db.exec(sql);
  })();
}
