import { statSync } from "node:fs";
import Database from "better-sqlite3";
import { fold } from "#platform/text.ts";
import { noteCommits } from "./durability/note-commits.ts";

/** A SQLite handle; code outside `platform/db` uses it by this name only. */
export type Sqlite = Database.Database;
export type Statement = Database.Statement<unknown[]>;

export interface OpenOptions {
  /**
   * `full`: a commit survives a power failure (for what was acknowledged to the outside). `normal`: a commit survives
   * kill -9, but the last ones may be lost in a power failure (for what can be fetched again). `remote`: as `normal`,
   * because other machines store each commit; and SQLite never checkpoints within a commit.
   */
  readonly durability: "full" | "normal" | "remote";
  /**
   * Called after each commit on this handle (`platform/db/durability`), and SQLite never checkpoints itself: what was
   * not captured yet must stay in the WAL. Absent: at no cost.
   */
  readonly onCommit?: (client: Sqlite) => void;
  readonly readonly?: boolean;
  /**
   * `beside`: the writer calls `scheduleCheckpoint` after each commit, and a thread checkpoints; SQLite itself
   * checkpoints within a commit only when the thread cannot keep up. `never`: for a process beside the server, which
   * checkpoints the file. Absent: SQLite checkpoints within commits.
   */
  readonly checkpoints?: "beside" | "never";
  /** How long to wait for another process's lock, ms (5000). */
  readonly busyTimeoutMs?: number;
}

/**
 * Opens one SQLite file (created when missing) with the pragmas of the product.
 * Throws when the file is not a database or cannot be opened.
 */
export function openDatabase(path: string, options: OpenOptions): Sqlite {
  const db = new Database(path, {
    readonly: options.readonly ?? false,
    timeout: options.busyTimeoutMs ?? 5000,
  });
  try {
    if (!options.readonly) db.exec(WRITER);
    db.exec(settingsOf(options));
    mapIfLarge(db);
    if (options.durability === "remote") remote.add(db);
    const { onCommit } = options;
    if (onCommit) noteCommits(db, () => onCommit(db));
    db.function("fold", { deterministic: true }, (value) => (typeof value === "string" ? fold(value) : ""));
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

const remote = new WeakSet<Sqlite>();

/** Whether other machines store the commits of this handle, so that it never waits for the local disk. */
export const isRemote = (db: Sqlite): boolean => remote.has(db);

/** Marks a handle that replaces one opened with `durability: "remote"`. */
export const markRemote = (db: Sqlite): void => void remote.add(db);

// WAL: readers never block the writer, and kill -9 leaves a file that SQLite recovers at the next open.
const WRITER = "PRAGMA journal_mode = WAL";

/** All pragmas in one text: compiling each separately takes longer than running it, at each opening of each company. */
const settingsOf = ({ durability, checkpoints, onCommit }: OpenOptions): string => `
  PRAGMA synchronous = ${durability === "full" ? "FULL" : "NORMAL"};
  PRAGMA foreign_keys = ON;
  -- Keep the WAL near 16 MB: 4,000 pages, and truncate after a large burst.
  PRAGMA wal_autocheckpoint = ${durability === "remote" || onCommit || checkpoints === "never" ? 0 : checkpoints === "beside" ? 8000 : 4000};
  PRAGMA journal_size_limit = 16777216;
  -- Hundreds of companies may be open on 1 GB. Only what is in the WAL is read through this cache.
  PRAGMA cache_size = -2048;
  PRAGMA temp_store = MEMORY;
  PRAGMA trusted_schema = OFF;
  -- What is deleted is overwritten: an erased person cannot be read out of the file.
  PRAGMA secure_delete = ON;`;

/**
 * Size from which a file is memory-mapped, bytes: four times the cache of a handle. Smaller files are read as fast
 * without mapping.
 */
const MAPPED_FROM = 8 * 1024 * 1024;
/** Size up to which a file is mapped, bytes. Only address space: what is read is the page cache of the system. */
const MAPPED_TO = 1024 ** 3;

/**
 * Maps a large file, so that reads use the page cache of the system without a copy per page. A small file is not
 * mapped: pages next to a read page would count as memory of this process, for hundreds of companies. Call it again
 * periodically, because files grow. Safe at any time.
 */
export function mapIfLarge(db: Sqlite): void {
  // A database in memory has no file; a stat of its name fails where the working directory cannot be read.
  if (db.memory) return;
  const size = statSync(db.name, { throwIfNoEntry: false })?.size ?? 0;
  if (size >= MAPPED_FROM) db.pragma(`mmap_size = ${MAPPED_TO}`);
}

const statements = new WeakMap<Sqlite, Map<string, Statement>>();

/**
 * SQLite plans a statement again at every run when its plan could depend on a bound value (`LIMIT ?`, or `id = ?`
 * with a partial index): in a join that takes ten times as long as the run. A `+` before the value prevents that
 * without changing the result. Quoted texts are left unchanged.
 */
function planOnce(text: string): string {
  const known = planned.get(text);
  if (known !== undefined) return known;
  const made = text.replace(/'(?:[^']|'')*'|\?/g, (found) => (found === "?" ? "+?" : found));
  if (planned.size >= MAX_PLANNED) planned.clear();
  planned.set(text, made);
  return made;
}

const MAX_PLANNED = 4000;
/** The texts that `planOnce` returned: every company prepares the same ones. */
const planned = new Map<string, string>();

/** The prepared statement of a constant SQL text on this handle, prepared and planned once per handle. */
export function prepared(db: Sqlite, text: string): Statement {
  let known = statements.get(db);
  if (!known) {
    known = new Map();
    statements.set(db, known);
  }
  let statement = known.get(text);
  if (!statement) {
    statement = db.prepare(planOnce(text));
    known.set(text, statement);
  }
  return statement;
}

/** Frees the cached pages of this handle; they are read again when needed. Safe at any time. */
export function releasePages(db: Sqlite): void {
  db.exec("PRAGMA shrink_memory");
}

/** Drops the prepared statements of an idle handle; returns whether there were any. */
export function forgetStatements(db: Sqlite): boolean {
  return statements.delete(db);
}

const changesBefore = new WeakMap<Sqlite, number>();
const CHANGES = "SELECT total_changes() AS n";

/**
 * The number of rows this process has changed in the database, plus one for each reopening. The same number means the
 * same rows, as long as no other process writes to the file. SQLite itself counts per connection, from 0.
 */
export function changeCount(db: Sqlite): number {
  const { n } = prepared(db, CHANGES).get() as { n: number };
  return n + (changesBefore.get(db) ?? 0);
}

/** Preserves the change count before the connection of a handle is closed and opened again. */
export function preserveChangeCount(db: Sqlite): void {
  changesBefore.set(db, changeCount(db) + 1);
}

/** Differs after a commit of another connection to the file, also of another process. Not for databases that can be evicted. */
export const foreignCommits = (db: Sqlite): number => db.pragma("data_version", { simple: true }) as number;
