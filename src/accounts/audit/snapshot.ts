import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import { sha256 } from "#platform/ids.ts";
import * as sql from "./audit.sql.ts";
import type { AuditDetails } from "./contract.ts";
import type { SubjectType } from "./subjects.ts";

export type Value = string | number | null;
type Values = Readonly<Record<string, Value>>;
/** The row of a subject at one moment, with the rows that belong to it. */
export interface Snapshot {
  readonly row: Values;
  readonly lists: Values;
}

/** Columns that no entry reports. */
const IGNORED_COLUMNS = [
  "id",
  "uuid",
  "created_at",
  "updated_at",
  "deleted_at",
  "removed_at",
  "removed_name",
  "erased_at",
];
/** Maximum length of a recorded value; longer ones are cut. */
const MAX_SHOWN = 100;

/** Whether changes of this subject can be detected by comparing its rows. */
export const isVisible = ({ table, lists }: SubjectType, id: string | null): boolean =>
  table === undefined ? lists !== undefined : id !== null;

/** The current rows of the subject; undefined when it does not exist or is not stored in rows. */
export function snapshotOf(db: Db, type: SubjectType, id: string | null): Snapshot | undefined {
  if (!isVisible(type, id)) return undefined;
  const { table, key = "id", lists = {} } = type;
  const row = table && queryOne(db, sql.rowByKey(table, key), { id });
  if (table && !row) return undefined;
  return {
    row: Object.fromEntries(Object.entries(row || {}).map(([column, value]) => [column, comparable(value)])),
    lists: Object.fromEntries(
      Object.entries(lists).map(([field, list]) => [
        field,
        queryOne(db, list, { id: id ?? "" })?.value ?? null,
      ]),
    ),
  };
}

/** Pictures are compared by their hash. */
const comparable = (value: Value | Uint8Array): Value =>
  value instanceof Uint8Array ? sha256(value) : value;

/** The highest id of the table: rows created later have higher ones. */
export const newest = (db: Db, { table }: SubjectType): number =>
  table === undefined ? Number.MAX_SAFE_INTEGER : (queryOne(db, sql.highestId(table))?.id ?? 0);

/** The rows created after the id `since`: the first of them and their number. */
export function createdSince(
  db: Db,
  { table }: SubjectType,
  since: number,
): { readonly id: string; readonly count: number } | null {
  if (table === undefined) return null;
  const found = queryOne(db, sql.createdSince(table), { since });
  return found?.id ? { id: String(found.id), count: found.count } : null;
}

/** Whether any column changed, including columns that the entry does not report. */
export const differs = (before: Snapshot | undefined, after: Snapshot | undefined): boolean =>
  JSON.stringify(before) !== JSON.stringify(after);

/** Returns a filter for the columns that an audit entry about the subject may name. */
export function reportedColumns({ silent = [] }: SubjectType): (column: string) => boolean {
  if (silent === "all") return () => false;
  const ignored = new Set([...IGNORED_COLUMNS, ...silent]);
  return (column) => !ignored.has(column);
}

const NOTHING: Snapshot = { row: {}, lists: {} };

/**
 * The difference between two snapshots: names of changed fields, and values where they may be shown. Empty
 * for a created or deleted subject, because all its fields would be listed.
 */
export function difference(
  type: SubjectType,
  before: Snapshot | undefined,
  after: Snapshot | undefined,
): AuditDetails {
  if (!after || (!before && !type.only)) return {};
  const was = before ?? NOTHING;
  const columns = changed(was.row, after.row).filter(reportedColumns(type));
  const shown = columns.filter((column) => type.shown?.includes(column));
  return {
    fields: [...columns, ...changed(was.lists, after.lists)],
    ...(shown.length > 0 && {
      values: Object.fromEntries(
        shown.map((column) => {
          const names = type.wireNames?.[column];
          return [column, [textOf(was.row[column], names), textOf(after.row[column], names)]];
        }),
      ),
    }),
  };
}

/** NULL and an empty text count as equal: users see no difference. */
const changed = (before: Values, after: Values): readonly string[] =>
  Object.keys(after).filter((name) => (before[name] ?? "") !== (after[name] ?? ""));

const textOf = (value: Value | undefined, wireNames: Readonly<Record<string, string>> = {}): string | null =>
  value === null || value === undefined
    ? null
    : (wireNames[String(value)] ?? String(value)).slice(0, MAX_SHOWN);

/** Display name of the subject; null when it has none or it must not be recorded. */
export function nameOf({ name }: SubjectType, found: Snapshot | undefined): string | null {
  const value = name === undefined ? null : (found?.row[name] ?? null);
  return value === null ? null : String(value).slice(0, MAX_SHOWN);
}
