import { changeCount, foreignCommits, type Sqlite } from "./open.ts";

/**
 * Temporary triggers on shared tables (docs/rules/cells.md#shared-rows). They belong to one connection, so commands and other
 * programs see an ordinary file, and no statement of a feature can avoid them.
 */

export interface WatchedTable {
  readonly table: string;
  /** Only updates of these columns; absent: of all. */
  readonly columns?: readonly string[];
  /** Limits the triggers to some rows: SQL over the row. */
  readonly only?: (row: "NEW" | "OLD") => string;
}

const EVENTS = ["INSERT", "UPDATE", "DELETE"] as const;

const triggersOf = (
  { table, columns, only }: WatchedTable,
  write: (event: string, of: string, rows: string) => string,
): string =>
  EVENTS.map((event) => {
    const of = event === "UPDATE" && columns ? ` OF ${columns.join(", ")}` : "";
    return write(
      `${table}_${event.toLowerCase()}`,
      `${event}${of} ON main."${table}"`,
      only?.(rowOf(event)) ?? "1",
    );
  }).join("\n");

const rowOf = (event: (typeof EVENTS)[number]) => (event === "DELETE" ? "OLD" : "NEW");

const REFUSED = "copied rows are written in the home cell only";

/** Refuses writes of the tables on this connection. Call it again after the connection was opened again. */
export function guardTables(client: Sqlite, tables: readonly WatchedTable[]): void {
  client.exec(`CREATE TEMP TABLE IF NOT EXISTS shared_copy (is_running INTEGER NOT NULL);
    INSERT INTO temp.shared_copy SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM temp.shared_copy);`);
  for (const table of tables)
    client.exec(
      triggersOf(
        table,
        (name, event, rows) => `CREATE TEMP TRIGGER IF NOT EXISTS guard_${name} BEFORE ${event}
          WHEN ${rows} AND (SELECT is_running FROM temp.shared_copy) = 0
          BEGIN SELECT raise(ABORT, '${REFUSED}'); END;`,
      ),
    );
}

/** Lets `work` write guarded tables. Only for the copier, inside a transaction of this connection. */
export function writingCopies<T>(client: Sqlite, work: () => T): T {
  client.exec("UPDATE temp.shared_copy SET is_running = 1");
  const result = work();
  client.exec("UPDATE temp.shared_copy SET is_running = 0");
  return result;
}

/** Finds out which tables may have changed. */
export interface ChangeNotes {
  /** Tables that changed since the last call; null = any table, because another process wrote to the file. */
  changed(): readonly string[] | null;
}

/** Counts changes of the tables. While nothing was written, a call costs two statements without a table. */
export function noteChanges(client: Sqlite, tables: readonly WatchedTable[]): ChangeNotes {
  client.exec("CREATE TEMP TABLE shared_change (name TEXT PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID");
  for (const table of tables)
    client.exec(`INSERT INTO temp.shared_change VALUES ('${table.table}', 0);
      ${triggersOf(
        table,
        (name, event, rows) => `CREATE TEMP TRIGGER note_${name} AFTER ${event} WHEN ${rows}
          BEGIN UPDATE shared_change SET n = n + 1 WHERE name = '${table.table}'; END;`,
      )}`);
  const counts = client.prepare("SELECT name, n FROM temp.shared_change");
  const known = new Map<string, number>();
  let changes = changeCount(client);
  let version = foreignCommits(client);
  return {
    changed() {
      const now = foreignCommits(client);
      const count = changeCount(client);
      const isForeign = now !== version;
      if (count === changes && !isForeign) return [];
      [version, changes] = [now, count];
      const rows = counts.all() as { name: string; n: number }[];
      const changed = rows.filter(({ name, n }) => (known.get(name) ?? 0) !== n);
      for (const { name, n } of changed) known.set(name, n);
      return isForeign ? null : changed.map(({ name }) => name);
    },
  };
}

/** Refuses writes of the rows of some owners, such as companies, on this connection. */
export interface OwnerGuard {
  hold(owner: number): void;
  release(owner: number): void;
}

/** The error of a write that an `OwnerGuard` refuses. */
export const HELD_ROWS = "these rows are closed while their company is being moved";

/** `ownerOf`: SQL for the owner of a row. While no owner is held, no trigger exists. */
export function guardOwners(
  client: Sqlite,
  tables: readonly { readonly table: string; readonly ownerOf: (row: "NEW" | "OLD") => string }[],
): OwnerGuard {
  const held = new Set<number>();
  const watched = tables.map(({ table, ownerOf }) => ({
    table,
    only: (row: "NEW" | "OLD") => `${ownerOf(row)} IN (SELECT id FROM temp.held_owner)`,
  }));
  const create = () => {
    client.exec("CREATE TEMP TABLE held_owner (id INTEGER PRIMARY KEY)");
    for (const table of watched)
      client.exec(
        triggersOf(
          table,
          (name, event, rows) => `CREATE TEMP TRIGGER held_${name} BEFORE ${event} WHEN ${rows}
            BEGIN SELECT raise(ABORT, '${HELD_ROWS}'); END;`,
        ),
      );
  };
  const drop = () => {
    for (const { table } of watched)
      for (const event of EVENTS) client.exec(`DROP TRIGGER temp.held_${table}_${event.toLowerCase()}`);
    client.exec("DROP TABLE temp.held_owner");
  };
  return {
    hold(owner) {
      if (held.size === 0) create();
      held.add(owner);
      client.exec(`INSERT OR IGNORE INTO temp.held_owner VALUES (${owner})`);
    },
    release(owner) {
      if (!held.delete(owner)) return;
      client.exec(`DELETE FROM temp.held_owner WHERE id = ${owner}`);
      if (held.size === 0) drop();
    },
  };
}
