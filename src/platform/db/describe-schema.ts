import type { Sqlite } from "./open.ts";

// The tables behind a search index: SQLite creates them itself when it runs the CREATE statement of the index.
const SHADOW = `EXISTS (SELECT 1 FROM sqlite_schema AS index_of WHERE index_of.sql LIKE 'CREATE VIRTUAL TABLE%'
  AND o.name LIKE index_of.name || '\\_%' ESCAPE '\\' AND o.type = 'table')`;
/** `migrate` creates this table before all others. */
const HISTORY = "schema_migration";
const OWN = `o.sql IS NOT NULL AND o.name <> '${HISTORY}' AND o.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND NOT ${SHADOW}`;

/**
 * The schema of a database as SQL that creates it again, in a fixed order. Triggers of one table keep the order of their
 * creation, in which SQLite runs them.
 */
export function describeSchema(db: Sqlite): string {
  const rows = db
    .prepare(
      `SELECT o.sql FROM sqlite_schema AS o WHERE ${OWN}
       ORDER BY o.tbl_name, CASE o.type WHEN 'table' THEN 0 WHEN 'index' THEN 1 ELSE 2 END,
         CASE o.type WHEN 'trigger' THEN o.rowid ELSE 0 END, o.name`,
    )
    .all() as { sql: string }[];
  return `${rows.map(({ sql }) => `${sql};`).join("\n\n")}\n`;
}

/** The rows of a database and the settings of its search indexes as SQL that inserts them again. */
export function describeRows(db: Sqlite): string {
  const tables = db
    .prepare(`SELECT o.name, o.sql FROM sqlite_schema AS o WHERE ${OWN} AND o.type = 'table' ORDER BY o.name`)
    .all() as { name: string; sql: string }[];
  const isVirtual = ({ sql }: { sql: string }) => sql.startsWith("CREATE VIRTUAL TABLE");
  return [
    ...tables.filter((table) => !isVirtual(table)).flatMap(({ name }) => insertsOf(db, name)),
    ...tables.filter(({ sql }) => /USING fts5 ?\(/.test(sql)).flatMap(({ name }) => settingsOf(db, name)),
  ]
    .map((statement) => `${statement};\n`)
    .join("");
}

function insertsOf(db: Sqlite, table: string): readonly string[] {
  const columns = db.prepare("SELECT name FROM pragma_table_info(?)").all(table) as { name: string }[];
  const values = columns.map(({ name }) => `quote("${name}")`).join(` || ', ' || `);
  const rows = db.prepare(`SELECT ${values} AS row FROM "${table}"`).all() as { row: string }[];
  return rows.map(({ row }) => `INSERT INTO ${table} VALUES (${row})`);
}

function settingsOf(db: Sqlite, index: string): readonly string[] {
  const rows = db
    .prepare(
      `SELECT quote(k) AS key, quote(v) AS value FROM "${index}_config" WHERE k <> 'version' ORDER BY k`,
    )
    .all() as { key: string; value: string }[];
  return rows.map(({ key, value }) => `INSERT INTO ${index} (${index}, rank) VALUES (${key}, ${value})`);
}
