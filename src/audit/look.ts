import { type Db, one } from "#platform/db/database.ts";
import type { AuditDetails } from "./contract.ts";
import type { Thing } from "./things.ts";

type Value = string | number | null;
/** A row as it is at one moment, with what belongs to it. */
export interface Look {
  readonly row: Readonly<Record<string, Value>>;
  readonly lists: Readonly<Record<string, Value>>;
}

const MOVING = ["updated_at", "created_at"];
/** A longer value says nothing at a glance. */
const MAX_SHOWN = 100;

/** The thing as the rows are now; undefined when there is none. */
export function look(db: Db, { table, key = "id", lists = {} }: Thing, id: string): Look | undefined {
  if (!table) return undefined;
  const row = one<Record<string, Value>>(db, `SELECT * FROM "${table}" WHERE "${key}" = ?`, id);
  if (!row) return undefined;
  return {
    row,
    lists: Object.fromEntries(
      Object.entries(lists).map(([field, text]) => [
        field,
        one<{ value: Value }>(db, text, id)?.value ?? null,
      ]),
    ),
  };
}

/** What is not as it was: names of fields, and values of those that may be shown. */
export function difference(thing: Thing, before: Look | undefined, after: Look | undefined): AuditDetails {
  if (!before || !after) return {};
  const silent = new Set([...MOVING, ...(thing.silent ?? [])]);
  const columns = Object.keys(after.row).filter(
    (column) => !silent.has(column) && before.row[column] !== after.row[column],
  );
  const lists = Object.keys(after.lists).filter((field) => before.lists[field] !== after.lists[field]);
  const shown = columns.filter((column) => thing.shown?.includes(column));
  return {
    fields: [...columns, ...lists],
    ...(shown.length > 0 && {
      values: Object.fromEntries(
        shown.map((column) => [column, [textOf(before.row[column]), textOf(after.row[column])]]),
      ),
    }),
  };
}

const textOf = (value: Value | undefined): string | null =>
  value === null || value === undefined ? null : String(value).slice(0, MAX_SHOWN);

/** How people call it; null when it has no name, or one that must not stand here. */
export function nameOf({ name }: Thing, found: Look | undefined): string | null {
  const value = name === undefined ? null : (found?.row[name] ?? null);
  return value === null ? null : String(value).slice(0, MAX_SHOWN);
}
