import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import type { DumpRow } from "./dump/read-sql.ts";
import { type KnownTable, knownTable, TABLES } from "./dump/tables.ts";
import { instantOf, type Row } from "./dump/values.ts";

/** A row of a dump that was not imported yet. */
export interface Staged {
  readonly rowid: number;
  readonly id: string;
  readonly sort: number;
  /** JSON of the row: what is hashed and compared. */
  readonly data: string;
}

const SCHEMA = `CREATE TABLE row (
  kind TEXT NOT NULL, company TEXT, id TEXT NOT NULL, parent TEXT, sort INTEGER NOT NULL, data TEXT NOT NULL) STRICT`;
const INSERT = "INSERT INTO row (kind, company, id, parent, sort, data) VALUES (?, ?, ?, ?, ?, ?)";
const INHERIT = `UPDATE row SET company = (SELECT p.company FROM row p WHERE p.kind = ? AND p.id = row.parent)
  WHERE kind = ? AND company IS NULL`;
const COMPANIES = `SELECT DISTINCT company FROM row WHERE company IS NOT NULL AND company <> ''
  ORDER BY company + 0, company`;
const PAGE = `SELECT rowid, id, sort, data FROM row WHERE kind = ? AND company = ? AND (sort, rowid) > (?, ?)
  ORDER BY sort, rowid LIMIT ?`;
const ORPHANS = "SELECT kind, count(*) AS n FROM row WHERE company IS NULL GROUP BY kind";
/** Rows of one transaction. */
const BATCH = 5000;

/** A temporary database with the rows of a dump, sorted by time, each with its company. */
export class Staging {
  /** Number of rows, by table. */
  readonly read = new Map<string, number>();
  readonly unknownTables = new Map<string, number>();
  readonly unknownColumns = new Map<string, Set<string>>();
  /** Number of rows whose values do not fit their columns, by table. */
  readonly misshapen = new Map<string, number>();
  /** Number of rows with characters that the encoding of the file does not have, by table. */
  readonly garbled = new Map<string, number>();
  readonly #directory: string;
  readonly #zone: string;
  readonly #db: Sqlite;
  readonly #insert: { run(...values: unknown[]): unknown };
  readonly #shapes = new WeakMap<readonly string[], Shape>();
  /** Rows inserted since the last commit. */
  #pending = 0;
  /** True while no row names a company: the dump is from an installation without companies. */
  #isSingle = true;

  /** Creates a staging database in `directory`, deleted with it. `zone`: time zone of the dump's local times. */
  constructor(directory: string, zone: string) {
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    this.#directory = directory;
    this.#zone = zone;
    this.#db = openTemporary(join(directory, "staging.sqlite"));
    this.#db.exec(SCHEMA);
    this.#insert = this.#db.prepare(INSERT);
  }

  /** Stores a row of a known table; rows of other tables are only counted. */
  take({ table, columns, values }: DumpRow): void {
    const known = knownTable(table);
    if (!known) {
      add(this.unknownTables, table);
      return;
    }
    add(this.read, known.kind);
    if (columns.length !== values.length) {
      add(this.misshapen, known.kind);
      return;
    }
    const row: Record<string, string | null> = {};
    for (const [index, name] of this.#shapeOf(known, columns).used) row[name] = values[index] ?? null;
    const data = JSON.stringify(row);
    if (data.includes("\ufffd")) add(this.garbled, known.kind);
    const company = row["companyId"] ?? (known.kind === "Companies" ? (row["id"] ?? null) : null);
    if (company !== null) this.#isSingle = false;
    const id = row["id"] ?? Object.values(row).join("/");
    const parent = known.parent ? (row[known.parent[0]] ?? null) : null;
    const sort = instantOf(row["createdAt"], this.#zone) ?? 0;
    if (this.#pending === 0) this.#db.exec("BEGIN");
    this.#insert.run(known.kind, company, id, parent, sort, data);
    this.#pending += 1;
    if (this.#pending >= BATCH) this.#flush();
  }

  /** After the last row: sorts the rows and gives those without a company the company of their parent row. */
  settle(onStep: (done: number, of: number) => void): void {
    this.#flush();
    const db = this.#db;
    if (this.#isSingle) db.exec("UPDATE row SET company = ''");
    else db.exec("UPDATE row SET company = '' WHERE kind IN ('Plans', 'Helps', 'Announcements')");
    db.exec("CREATE INDEX row_id ON row (kind, id)");
    const steps = this.#isSingle ? [] : TABLES.filter(({ parent }) => parent);
    for (const [index, { kind, parent }] of steps.entries()) {
      db.prepare(INHERIT).run(parent?.[1] ?? "", kind);
      onStep(index + 1, steps.length + 1);
    }
    db.exec("CREATE INDEX row_order ON row (kind, company, sort)");
    db.exec("ANALYZE");
  }

  /** Ids of the companies in the dump; "" for a dump without companies. */
  companies(): readonly string[] {
    if (this.#isSingle) return [""];
    return this.#all<{ company: string }>(COMPANIES).map(({ company }) => company);
  }

  page(
    kind: string,
    company: string,
    after: Pick<Staged, "sort" | "rowid"> | undefined,
    limit: number,
  ): readonly Staged[] {
    return this.#all(PAGE, kind, company, after?.sort ?? Number.MIN_SAFE_INTEGER, after?.rowid ?? 0, limit);
  }

  find(kind: string, id: string): Row | undefined {
    const [row] = this.#all<{ data: string }>(
      "SELECT data FROM row WHERE kind = ? AND id = ? LIMIT 1",
      kind,
      id,
    );
    return row && (JSON.parse(row.data) as Row);
  }

  count(kind: string, company: string): number {
    const text = "SELECT count(*) AS n FROM row WHERE kind = ? AND company = ?";
    return this.#all<{ n: number }>(text, kind, company)[0]?.n ?? 0;
  }

  /** Number of rows without a known company, by table. */
  orphans(): Readonly<Record<string, number>> {
    return Object.fromEntries(
      this.#all<{ kind: string; n: number }>(ORPHANS).map(({ kind, n }) => [kind, n]),
    );
  }

  close(): void {
    this.#db.close();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  #flush(): void {
    if (this.#pending > 0) this.#db.exec("COMMIT");
    this.#pending = 0;
  }

  #all<T>(sql: string, ...values: (string | number)[]): T[] {
    return this.#db.prepare(sql).all(...values) as T[];
  }

  #shapeOf(known: KnownTable, columns: readonly string[]): Shape {
    const cached = this.#shapes.get(columns);
    if (cached) return cached;
    const shape = shapeOf(known, columns);
    this.#shapes.set(columns, shape);
    const unknown = this.unknownColumns.get(known.kind) ?? new Set();
    for (const name of shape.unknown) unknown.add(name);
    if (unknown.size > 0) this.unknownColumns.set(known.kind, unknown);
    return shape;
  }
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Opens a temporary database that is rebuilt after a failure: writes are not synced, the cache is small. */
function openTemporary(path: string): Sqlite {
  const db = openDatabase(path, { durability: "normal" });
  db.pragma("journal_mode = OFF");
  db.pragma("synchronous = OFF");
  // Sorts of millions of rows use the disk.
  db.pragma("temp_store = FILE");
  db.pragma("mmap_size = 0");
  db.pragma("cache_size = -16384");
  return db;
}

/** How the columns of one table of a dump map to those that are used. */
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
