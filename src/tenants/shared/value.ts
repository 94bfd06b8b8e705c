import { createHash } from "node:crypto";
import type { SharedRow, SharedValue } from "#tenants/system-tables.ts";

/** The rows of a table, as they are published. */
export interface TableValue {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SharedValue[])[];
}

/** The value of some rows; all must have the same columns. */
export const tableValue = (rows: readonly SharedRow[]): TableValue => {
  const columns = Object.keys(rows[0] ?? {});
  return { columns, rows: rows.map((row) => columns.map((column) => row[column] ?? null)) };
};

/** The rows of a value. */
export const rowsOf = ({ columns, rows }: TableValue): readonly SharedRow[] =>
  rows.map((values) => Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null])));

/** JSON; bytes are `{ "base64": … }`. */
export const encodeValue = ({ columns, rows }: TableValue): Uint8Array =>
  Buffer.from(JSON.stringify({ columns, rows: rows.map((values) => values.map(encoded)) }));

const encoded = (value: SharedValue): unknown =>
  value instanceof Uint8Array ? { base64: Buffer.from(value).toString("base64") } : value;

/** Undoes `encodeValue`. Its input comes from the home cell, sealed with the installation key. */
export function decodeValue(bytes: Uint8Array): TableValue {
  const { columns, rows } = JSON.parse(Buffer.from(bytes).toString()) as {
    columns: readonly string[];
    rows: readonly (readonly (Exclude<SharedValue, Uint8Array> | { base64: string })[])[];
  };
  const decoded = (value: (typeof rows)[number][number]): SharedValue =>
    typeof value === "object" && value !== null ? Buffer.from(value.base64, "base64") : value;
  return { columns, rows: rows.map((values) => values.map(decoded)) };
}

export const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
