import type { Sqlite } from "./open.ts";

/** The schema of a database as SQL text in a fixed order, without the shadow tables of search indexes. */
export function describeSchema(db: Sqlite): string {
  const rows = db
    .prepare(
      `SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
         AND NOT EXISTS (SELECT 1 FROM sqlite_master AS index_of WHERE index_of.sql LIKE 'CREATE VIRTUAL TABLE%'
           AND sqlite_master.name LIKE index_of.name || '\\_%' ESCAPE '\\' AND sqlite_master.type = 'table')
       ORDER BY tbl_name, CASE type WHEN 'table' THEN 0 ELSE 1 END, name`,
    )
    .all() as { sql: string }[];
  return `${rows.map(({ sql }) => `${sql};`).join("\n\n")}\n`;
}
