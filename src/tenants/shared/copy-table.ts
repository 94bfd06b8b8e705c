import type { Db } from "#platform/db/database.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import type { SharedChange, SharedRow, SharedTable, SharedValue } from "#tenants/system-tables.ts";
import * as sql from "./shared.sql.ts";
import { rowsOf, type TableValue } from "./value.ts";

interface TableInfo {
  readonly columns: readonly string[];
  readonly key: readonly string[];
  /** Columns besides the key whose values must differ. */
  readonly unique: readonly string[];
}

function infoOf(db: Db, table: string): TableInfo {
  const columns = queryAll(db, sql.columnsOf, { table });
  return {
    columns: columns.map(({ name }) => name),
    key: columns
      .filter(({ position }) => position > 0)
      .toSorted((a, b) => a.position - b.position)
      .map(({ name }) => name),
    unique: queryAll(db, sql.uniqueColumnsOf, { table }).map(({ name }) => name),
  };
}

export const columnsIn = (db: Db, table: string): readonly string[] => infoOf(db, table).columns;

/** All rows of a table, in the order of its key. */
export function readTable(db: Db, table: string): TableValue {
  const { columns, key } = infoOf(db, table);
  const rows = queryAll(db, sql.allRows(table, columns, key));
  return { columns, rows: rows.map((row) => columns.map((column) => row[column] ?? null)) };
}

export interface CopiedTable {
  readonly changes: readonly SharedChange[];
  /** Keys of rows that the home cell deleted and this cell needs. */
  readonly kept: readonly string[];
}

/**
 * Makes a table equal to a published value, except for rows that must be kept; call it inside a transaction. Columns that only
 * one of the two programs knows are left alone, so cells may run different releases.
 */
export function copyTable(db: Db, shared: SharedTable, value: TableValue): CopiedTable {
  const { table, identity, isKept, retire } = shared;
  const info = infoOf(db, table);
  const { key } = info;
  const columns = info.columns.filter((column) => value.columns.includes(column));
  const keyOf = (row: SharedRow) => JSON.stringify(key.map((column) => row[column]));
  const byKey = (rows: readonly SharedRow[]) => new Map(rows.map((row) => [keyOf(row), row]));
  const before = byKey(queryAll(db, sql.allRows(table, columns, key)));
  const wanted = byKey(rowsOf(value).map((row) => pick(row, columns)));
  const isSame = (old: SharedRow, row: SharedRow) =>
    identity === undefined || equal(old[identity], row[identity]);

  const changes: SharedChange[] = [];
  const kept = new Map<string, SharedRow>();
  for (const [name, old] of before) {
    const after = wanted.get(name);
    if (after && isSame(old, after)) continue;
    if (!after && isKept?.(db, old)) {
      kept.set(name, old);
      retire?.(db, old);
      continue;
    }
    execute(db, sql.deleteRow(table, key), pick(old, key));
    changes.push({ before: old, after: null });
  }
  const changed = [...wanted].flatMap(([name, after]) => {
    const old = before.get(name);
    return old && isSame(old, after) && columns.some((column) => !equal(old[column], after[column]))
      ? [{ before: old, after }]
      : [];
  });
  makeRoom(db, { table, info, wanted, kept, changed });
  const others = columns.filter((column) => !key.includes(column));
  for (const { after } of changed) execute(db, sql.updateRow(table, others, key), pick(after, columns));
  changes.push(...changed);
  for (const [name, after] of wanted) {
    const old = before.get(name);
    if (old && isSame(old, after)) continue;
    execute(db, sql.insertRow(table, columns), pick(after, columns));
    changes.push({ before: null, after });
  }
  return { changes, kept: [...kept.keys()] };
}

interface Room {
  readonly table: string;
  readonly info: TableInfo;
  readonly wanted: ReadonlyMap<string, SharedRow>;
  readonly kept: ReadonlyMap<string, SharedRow>;
  readonly changed: readonly { readonly before: SharedRow; readonly after: SharedRow }[];
}

/**
 * Unique texts: two rows may exchange theirs, and a kept row may have the one of a new row. Changed rows get a text that no row
 * has until their update, kept rows one with their key.
 */
function makeRoom(db: Db, { table, info, wanted, kept, changed }: Room): void {
  const { key, unique } = info;
  const folded = (value: SharedValue | undefined) => String(value).toLowerCase();
  for (const column of unique) {
    const taken = new Set([...wanted.values()].map((row) => folded(row[column])));
    const set = (row: SharedRow, text: string) =>
      execute(db, sql.updateRow(table, [column], key), { ...pick(row, key), [column]: text });
    for (const { before, after } of changed)
      if (!equal(before[column], after[column])) set(before, `\u0001 ${keyText(before, key)}`);
    for (const [name, row] of kept) {
      let text = String(row[column]);
      while (taken.has(folded(text))) text = `${text} ${name}`;
      if (text !== row[column]) set(row, text);
    }
  }
}

const keyText = (row: SharedRow, key: readonly string[]) => JSON.stringify(key.map((column) => row[column]));

const pick = (row: SharedRow, columns: readonly string[]): Record<string, SharedValue> =>
  Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));

function equal(a: SharedValue | undefined, b: SharedValue | undefined): boolean {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b) === 0;
  return a === b;
}
