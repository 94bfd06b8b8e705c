import { builtQuery, query, type SqlValue } from "#platform/db/query.ts";

export const removedAt = query<{ id: number }, { removed_at: number | null }>(
  "SELECT removed_at FROM company WHERE id = :id",
);
export const planByName = query<{ name: string }, { id: number }>("SELECT id FROM plan WHERE name = :name");
export const columnNames = query<{ table: string }, { name: string }>(
  "SELECT name FROM pragma_table_info(:table)",
);
export const deleteOfCompany = (table: string) =>
  builtQuery<{ id: number }>(`DELETE FROM ${table} WHERE company_id = :id`);
/** `columns` are names of this release's table, never of an archive alone. */
export const insertRow = (table: "company" | "plan", columns: readonly string[]) =>
  builtQuery<Record<string, SqlValue>>(
    `INSERT INTO ${table} (${columns.join(", ")}) VALUES (${columns.map((name) => `:${name}`).join(", ")})`,
  );
export const updateRow = (table: "company" | "plan", columns: readonly string[]) =>
  builtQuery<Record<string, SqlValue>>(
    `UPDATE ${table} SET ${columns.map((name) => `${name} = :${name}`).join(", ")} WHERE id = :id`,
  );
