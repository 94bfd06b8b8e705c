import { builtQuery, query, type SqlValue } from "#platform/db/query.ts";

export type Row = Readonly<Record<string, SqlValue>>;
type ById = { readonly id: number };

export const columnsOf = query<{ table: string }, { name: string; type: string; key: number }>(
  "SELECT name, type, pk AS key FROM pragma_table_info(:table) ORDER BY cid",
);
export const removedAt = query<ById, { name: string; removedAt: number | null }>(
  "SELECT name, removed_at AS removedAt FROM company WHERE id = :id",
);
export const planById = query<ById, Row>("SELECT * FROM plan WHERE id = :id");
export const planByName = query<{ name: string }, ById>("SELECT id FROM plan WHERE name = :name");
export const wakeUps = query<ById, { job: string; at: number }>(
  "SELECT job, at FROM scheduled_wakeup WHERE company_id = :id ORDER BY job",
);
export const lastInvoice = query<ById & { from: number; to: number }, { id: number | null }>(
  "SELECT max(id) AS id FROM invoice WHERE company_id = :id AND id BETWEEN :from AND :to",
);

export const rowsOf = (table: string, where: string) =>
  builtQuery<ById, Row>(`SELECT * FROM "${table}" WHERE ${where} ORDER BY 1`);
export const deleteRows = (table: string, where: string) =>
  builtQuery<ById>(`DELETE FROM "${table}" WHERE ${where}`);
export const insertRow = (table: string, columns: readonly string[], orReplace = false) =>
  builtQuery<Row>(
    `INSERT ${orReplace ? "OR REPLACE " : ""}INTO "${table}" (${columns.map((name) => `"${name}"`).join(", ")})
     VALUES (${columns.map((name) => `:${name}`).join(", ")})`,
  );
