import { type Db, one } from "#platform/db/database.ts";
import { tablesOf } from "./dump.ts";

/** Compares the rows of a database with those it had when the watch began. */
export interface RowWatch {
  /**
   * Describes each row that was added, changed or removed since the watch began, with its table; empty when no row differs.
   * Rows are only read when SQLite counted a write since the last call.
   */
  changes(): readonly string[];
  /** Like `changes`, but always reads every row; from `file` when the watched handle is closed. */
  compareAll(file?: Db): readonly string[];
}

/** Writes through this handle, commits through other handles, changes of the schema. */
const COUNTERS = `SELECT total_changes() AS written, (SELECT data_version FROM pragma_data_version) AS committed,
  (SELECT schema_version FROM pragma_schema_version) AS shaped`;

export function watchRows(db: Db): RowWatch {
  const before = readRows(db);
  const counted = () => JSON.stringify(one(db, COUNTERS));
  let lastCount = counted();
  let lastChanges: readonly string[] = [];
  return {
    compareAll: (file = db) => difference(before, readRows(file)),
    changes() {
      const count = counted();
      if (count === lastCount) return lastChanges;
      lastCount = count;
      lastChanges = difference(before, readRows(db));
      return lastChanges;
    },
  };
}

/** Every row as its table's name and its JSON. A number distinguishes equal rows of one table. */
function readRows(db: Db): ReadonlySet<string> {
  const rows = new Set<string>();
  for (const table of tablesOf(db))
    for (const row of db.$client.prepare(`SELECT * FROM "${table}"`).all()) {
      const text = `${table} ${JSON.stringify(row)}`;
      let name = text;
      for (let copy = 2; rows.has(name); copy += 1) name = `${text} (${copy})`;
      rows.add(name);
    }
  return rows;
}

const difference = (before: ReadonlySet<string>, after: ReadonlySet<string>): readonly string[] => [
  ...[...before].filter((row) => !after.has(row)).map((row) => `was: ${row}`),
  ...[...after].filter((row) => !before.has(row)).map((row) => `is: ${row}`),
];
