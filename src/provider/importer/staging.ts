import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "./database.ts";
import type { DumpRow } from "./dump/read-sql.ts";
import { type KnownTable, knownTable, TABLES } from "./dump/tables.ts";
import { instantOf, type Row } from "./dump/values.ts";

/** A row as it waits to be brought over. */
export interface Staged {
  readonly rowid: number;
  readonly id: string;
  readonly sort: number;
  /** JSON of the row: what is hashed and compared. */
  readonly data: string;
}

/** The rows of a dump in a temporary database: sorted by time, each with its company. */
export interface Staging {
  /** Keeps a row of a table that is known; others are only counted. */
  take(row: DumpRow): void;
  /** All rows are here: sorts them and hands companies down. */
  settle(onStep: (done: number, of: number) => void): void;
  /** External ids of the companies in the dump; "" for a dump without companies. */
  companies(): readonly string[];
  page(
    kind: string,
    company: string,
    after: Pick<Staged, "sort" | "rowid"> | undefined,
    limit: number,
  ): readonly Staged[];
  find(kind: string, id: string): Row | undefined;
  count(kind: string, company: string): number;
  /** Number of rows without a known company, by table. */
  orphans(): Readonly<Record<string, number>>;
  readonly read: ReadonlyMap<string, number>;
  readonly unknownTables: ReadonlyMap<string, number>;
  readonly unknownColumns: ReadonlyMap<string, ReadonlySet<string>>;
  /** A row whose values do not fit its columns. */
  readonly misshapen: ReadonlyMap<string, number>;
  /** Rows with characters that the encoding of the file does not have. */
  readonly garbled: ReadonlyMap<string, number>;
  close(): void;
}

const SCHEMA = `CREATE TABLE row (
  kind TEXT NOT NULL, company TEXT, id TEXT NOT NULL, parent TEXT, sort INTEGER NOT NULL, data TEXT NOT NULL) STRICT`;
const INSERT = "INSERT INTO row (kind, company, id, parent, sort, data) VALUES (?, ?, ?, ?, ?, ?)";
const BATCH = 5000;

const add = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);

/** Creates a staging database in `directory`, deleted with it. */
export function createStaging(directory: string, zone: string): Staging {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const db = openDatabase(join(directory, "staging.sqlite"));
  db.exec(SCHEMA);
  const insert = db.prepare(INSERT);
  const read = new Map<string, number>();
  const unknownTables = new Map<string, number>();
  const unknownColumns = new Map<string, Set<string>>();
  const misshapen = new Map<string, number>();
  const garbled = new Map<string, number>();
  const shapes = new WeakMap<readonly string[], Shape>();
  let pending = 0;
  let isSingle = true;

  const take = ({ table, columns, values }: DumpRow) => {
    const known = knownTable(table);
    if (!known) return void add(unknownTables, table);
    add(read, known.kind);
    if (columns.length !== values.length) return void add(misshapen, known.kind);
    let shape = shapes.get(columns);
    if (!shape) {
      shape = shapeOf(known, columns);
      shapes.set(columns, shape);
      const unknown = unknownColumns.get(known.kind) ?? new Set();
      for (const name of shape.unknown) unknown.add(name);
      if (unknown.size > 0) unknownColumns.set(known.kind, unknown);
    }
    const row: Record<string, string | null> = {};
    for (const [index, name] of shape.used) row[name] = values[index] ?? null;
    const data = JSON.stringify(row);
    if (data.includes("\ufffd")) add(garbled, known.kind);
    const company = row["companyId"] ?? (known.kind === "Companies" ? (row["id"] ?? null) : null);
    if (company !== null) isSingle = false;
    const id = row["id"] ?? Object.values(row).join("/");
    const parent = known.parent ? (row[known.parent[0]] ?? null) : null;
    const sort = instantOf(row["createdAt"], zone) ?? 0;
    if (pending === 0) db.exec("BEGIN");
    insert.run(known.kind, company, id, parent, sort, data);
    pending += 1;
    if (pending >= BATCH) flush();
  };
  const flush = () => {
    if (pending > 0) db.exec("COMMIT");
    pending = 0;
  };
  const all = <T>(sql: string, ...values: (string | number)[]) => db.prepare(sql).all(...values) as T[];
  const PAGE = `SELECT rowid, id, sort, data FROM row WHERE kind = ? AND company = ? AND (sort, rowid) > (?, ?)
    ORDER BY sort, rowid LIMIT ?`;

  return {
    take,
    settle(onStep) {
      flush();
      if (isSingle) db.exec("UPDATE row SET company = ''");
      else db.exec("UPDATE row SET company = '' WHERE kind IN ('Plans', 'Helps', 'Announcements')");
      db.exec("CREATE INDEX row_id ON row (kind, id)");
      const steps = isSingle ? [] : TABLES.filter(({ parent }) => parent);
      for (const [index, { kind, parent }] of steps.entries()) {
        db.prepare(
          `UPDATE row SET company = (SELECT p.company FROM row p WHERE p.kind = ? AND p.id = row.parent)
           WHERE kind = ? AND company IS NULL`,
        ).run(parent?.[1] ?? "", kind);
        onStep(index + 1, steps.length + 1);
      }
      db.exec("CREATE INDEX row_order ON row (kind, company, sort)");
      db.exec("ANALYZE");
    },
    companies: () =>
      isSingle
        ? [""]
        : all<{ company: string }>(
            `SELECT DISTINCT company FROM row WHERE company IS NOT NULL AND company <> '' ORDER BY company + 0, company`,
          ).map(({ company }) => company),
    page: (kind, company, after, limit) =>
      all<Staged>(PAGE, kind, company, after?.sort ?? Number.MIN_SAFE_INTEGER, after?.rowid ?? 0, limit),
    find(kind, id) {
      const [row] = all<{ data: string }>("SELECT data FROM row WHERE kind = ? AND id = ? LIMIT 1", kind, id);
      return row && (JSON.parse(row.data) as Row);
    },
    count: (kind, company) =>
      all<{ n: number }>("SELECT count(*) AS n FROM row WHERE kind = ? AND company = ?", kind, company)[0]
        ?.n ?? 0,
    orphans: () =>
      Object.fromEntries(
        all<{ kind: string; n: number }>(
          "SELECT kind, count(*) AS n FROM row WHERE company IS NULL GROUP BY kind",
        ).map(({ kind, n }) => [kind, n]),
      ),
    read,
    unknownTables,
    unknownColumns,
    misshapen,
    garbled,
    close() {
      db.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

interface Shape {
  readonly used: readonly (readonly [index: number, name: string])[];
  readonly unknown: readonly string[];
}

/** Some forks call the company a tenant, or write names with underscores. */
const RENAMED: Readonly<Record<string, string>> = { tenantId: "companyId" };
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function shapeOf(known: KnownTable, columns: readonly string[]): Shape {
  const names = columns.map((name) => RENAMED[camel(name)] ?? camel(name));
  const used = names.flatMap((name, index) => (known.columns.includes(name) ? [[index, name] as const] : []));
  return { used, unknown: columns.filter((_, index) => !known.columns.includes(names[index] ?? "")) };
}
