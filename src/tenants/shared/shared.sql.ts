import { builtQuery, query } from "#platform/db/query.ts";
import type { SharedRow } from "#tenants/system-tables.ts";

type Values = Readonly<Record<string, string | number | null | Uint8Array>>;

export const revision = query<Record<never, never>, { revision: number }>(
  "SELECT revision FROM shared_revision WHERE id = 1",
);
export const setRevision = query<{ revision: number }>(
  `INSERT INTO shared_revision (id, revision) VALUES (1, :revision)
  ON CONFLICT (id) DO UPDATE SET revision = excluded.revision`,
);

export const companyRow = query<{ id: number }, SharedRow>(
  "SELECT * FROM company WHERE id = :id AND removed_at IS NULL",
);

/** `position`: 1 for the first column of the primary key, 0 for other columns. */
export const columnsOf = query<{ table: string }, { name: string; position: number }>(
  "SELECT name, pk AS position FROM pragma_table_info(:table) ORDER BY cid",
);
/** Columns that are unique by themselves, without the primary key. */
export const uniqueColumnsOf = query<{ table: string }, { name: string }>(
  `SELECT min(c.name) AS name FROM pragma_index_list(:table) i JOIN pragma_index_info(i.name) c
  WHERE i."unique" = 1 AND i.origin <> 'pk' GROUP BY i.name HAVING count(*) = 1`,
);

const list = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(", ");
const matches = (columns: readonly string[]) =>
  columns.map((column) => `"${column}" = :${column}`).join(" AND ");

/** All rows, in the order of the primary key. */
export const allRows = (table: string, columns: readonly string[], key: readonly string[]) =>
  builtQuery<Record<never, never>, SharedRow>(
    `SELECT ${list(columns)} FROM "${table}" ORDER BY ${list(key)}`,
  );
/** The files that rows name in this column. */
export const fileNames = (table: string, column: string) =>
  builtQuery<Record<never, never>, { name: string }>(
    `SELECT "${column}" AS name FROM "${table}" WHERE "${column}" IS NOT NULL`,
  );
export const insertRow = (table: string, columns: readonly string[]) =>
  builtQuery<Values>(
    `INSERT INTO "${table}" (${list(columns)}) VALUES (${columns.map((column) => `:${column}`).join(", ")})`,
  );
/** `columns` without the key. */
export const updateRow = (table: string, columns: readonly string[], key: readonly string[]) =>
  builtQuery<Values>(
    `UPDATE "${table}" SET ${columns.map((column) => `"${column}" = :${column}`).join(", ")} WHERE ${matches(key)}`,
  );
export const deleteRow = (table: string, key: readonly string[]) =>
  builtQuery<Values>(`DELETE FROM "${table}" WHERE ${matches(key)}`);
