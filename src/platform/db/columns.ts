import { getTableColumns, getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Db, run } from "./database.ts";

/** Reads rows of one table by hand-written statements, in the shape drizzle would give them. */
export interface RowReader<Row> {
  /** `column AS "property"` of every column, for a constant SQL text. */
  readonly columns: string;
  /** Converts 0 and 1 to booleans where the table declares them; null stays. Changes the row itself. */
  read(row: unknown): Row;
}

/** A reader for hot reads: the SQL text is built once from the table, without drizzle's query building at run time. */
export function rowReader<T extends SQLiteTable>(table: T, alias?: string): RowReader<T["$inferSelect"]> {
  const columns = Object.entries(getTableColumns(table));
  const flags = columns.filter(([, column]) => column.dataType === "boolean").map(([property]) => property);
  const prefix = alias === undefined ? "" : `${alias}.`;
  return {
    columns: columns.map(([property, column]) => `${prefix}${column.name} AS "${property}"`).join(", "),
    read(row) {
      const fields = row as Record<string, unknown>;
      for (const property of flags) if (fields[property] !== null) fields[property] = fields[property] === 1;
      return fields as T["$inferSelect"];
    },
  };
}

/**
 * Writes some columns of one row by a statement that is prepared once per set of columns, without drizzle's query
 * building at run time. Returns the number of changed rows.
 */
export function rowWriter<T extends SQLiteTable>(
  table: T,
): (db: Db, id: number, changes: Partial<T["$inferInsert"]>) => number {
  const columns = getTableColumns(table);
  const name = getTableName(table);
  return (db, id, changes) => {
    const entries = Object.entries(changes).flatMap(([property, value]) => {
      const column = columns[property];
      return column && value !== undefined ? [{ column, value: column.mapToDriverValue(value) }] : [];
    });
    const set = entries.map(({ column }) => `${column.name} = ?`).join(", ");
    const values = entries.map(({ value }) => value as string | number | null);
    return run(db, `UPDATE ${name} SET ${set} WHERE id = ?`, ...values, id).changes;
  };
}
