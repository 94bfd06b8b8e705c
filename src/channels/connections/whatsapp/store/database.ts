import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { durabilityOfThread } from "#platform/db/durability/doors.ts";
import { readSchema, schemaDifference, schemaMadeBy } from "#platform/db/expected-schema.ts";
import { openDatabase, type Sqlite } from "#platform/db/open.ts";
import { SocketEnded } from "./fence.ts";
import { PHONE_BOOK_TABLE } from "./phone-book.ts";
import { SessionDamaged } from "./seal.ts";

const VERSION = 1;

// The table has row ids, because a session has 2 kB: a table WITHOUT ROWID stores whole rows in the inner pages of its
// tree, so only four would fit on a page.
const SIGNAL_KEY_TABLE = `CREATE TABLE signal_key (
    type TEXT NOT NULL, id TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (type, id)
  );`;

const schemaWith = (signalKeyTable: string): string => `
  CREATE TABLE own (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE credentials (one INTEGER PRIMARY KEY CHECK (one = 1), value BLOB NOT NULL);
  ${signalKeyTable}
  CREATE TABLE journal (
    seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, envelope TEXT NOT NULL, payload BLOB, at INTEGER NOT NULL
  );
  CREATE TABLE seen (hash INTEGER PRIMARY KEY, at INTEGER NOT NULL);
  CREATE TABLE missing (
    stanza TEXT PRIMARY KEY, envelope TEXT NOT NULL, due INTEGER NOT NULL, told INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  CREATE TABLE sent (
    id TEXT PRIMARY KEY, chat TEXT NOT NULL, message BLOB NOT NULL,
    ack INTEGER NOT NULL DEFAULT 0, readers TEXT, at INTEGER NOT NULL
  );
  CREATE TABLE chat (identity TEXT PRIMARY KEY, key TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE devices (user TEXT PRIMARY KEY, list TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE group_info (jid TEXT PRIMARY KEY, metadata TEXT NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE media (handle TEXT PRIMARY KEY, reference BLOB NOT NULL, at INTEGER NOT NULL) WITHOUT ROWID;
`;

const SCHEMA = schemaWith(SIGNAL_KEY_TABLE);
const WITHOUT_ROW_IDS = schemaWith(SIGNAL_KEY_TABLE.replace(");", ") WITHOUT ROWID;"));

/** Schemas: of a new file; of files created before the row ids; of files created before the phone book. */
const VERSIONS = [`${SCHEMA} ${PHONE_BOOK_TABLE}`, `${WITHOUT_ROW_IDS} ${PHONE_BOOK_TABLE}`, WITHOUT_ROW_IDS];

/** How the schema of a session file differs from the newest one; null when it equals one of `VERSIONS`. */
export function checkSessionSchema(db: Sqlite): string | null {
  const found = readSchema(db);
  const [newest, ...older] = VERSIONS.map((sql) =>
    schemaDifference(
      found,
      schemaMadeBy((empty) => void empty.exec(sql)),
    ),
  );
  return older.includes(null) ? null : (newest ?? null);
}

/** Path of the session file inside a connection's directory. */
export function sessionFile(directory: string): string {
  return join(directory, "session.sqlite");
}

/**
 * Opens `session.sqlite`, and creates it when it is missing. Throws SessionDamaged when the file is corrupt or was written
 * by a newer release, and SQLite's own error otherwise (full disk, no permission).
 *
 * Durability is `normal`: a commit survives kill -9. A power cut may undo the last commits, but keys and journal go back
 * together, and only events are lost that the product had not stored yet (those of the last milliseconds). In a cluster
 * other machines store each commit before a frame that depends on it is sent.
 */
export function openSessionDatabase(directory: string): Sqlite {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = sessionFile(directory);
  try {
    const durability = durabilityOfThread();
    const onCommit = durability?.opening.onCommit;
    const db = openDatabase(file, {
      durability: durability?.isRemote ? "remote" : "normal",
      ...(onCommit && { onCommit }),
    });
    try {
      prepareFile(db);
      durability?.opened(db);
      for (const name of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(name)) chmodSync(name, 0o600);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  } catch (error) {
    throw isCorruption(error) ? new SessionDamaged(`session.sqlite: ${(error as Error).message}`) : error;
  }
}

/** Closes a session file that `openSessionDatabase` has opened. */
export function closeSessionDatabase(db: Sqlite): void {
  durabilityOfThread()?.closing(db);
  db.close();
}

/** True for SQLite errors that mean the file itself is damaged. */
export function isCorruption(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB";
}

/** True when the store itself failed or is closed: the data read or written did not cause it, and a later try may succeed. */
export function isStoreError(error: unknown): boolean {
  if (error instanceof SessionDamaged || error instanceof SocketEnded) return true;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return code.startsWith("SQLITE_") || (error instanceof TypeError && error.message.includes("is not open"));
}

function prepareFile(db: Sqlite): void {
  // Only a wipe writes here besides the worker, and waiting for the lock blocks all sessions of the worker.
  db.pragma("busy_timeout = 500");
  // A connection may not cost more than 1 MB of page cache.
  db.pragma("cache_size = -1024");
  db.pragma("mmap_size = 0");
  const version = Number(db.pragma("user_version", { simple: true }));
  if (version > VERSION) throw new SessionDamaged(`session.sqlite is of a newer version (${version})`);
  if (version === 0) {
    db.exec(`BEGIN; ${SCHEMA} ${PHONE_BOOK_TABLE} PRAGMA user_version = ${VERSION}; COMMIT;`);
    return;
  }
  const verdict = db.pragma("quick_check(1)", { simple: true });
  if (verdict !== "ok") throw new SessionDamaged(`session.sqlite is corrupt: ${String(verdict)}`);
  // Later additions to the schema, which older releases ignore.
  db.exec(PHONE_BOOK_TABLE);
  giveRowIds(db);
}

/** Rebuilds the key table of a file that was created without row ids. */
function giveRowIds(db: Sqlite): void {
  const made = db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'signal_key'").pluck().get();
  if (!String(made).endsWith("WITHOUT ROWID")) return;
  db.exec(`BEGIN; ALTER TABLE signal_key RENAME TO old_signal_key; ${SIGNAL_KEY_TABLE}
    INSERT INTO signal_key (type, id, value) SELECT type, id, value FROM old_signal_key;
    DROP TABLE old_signal_key; COMMIT;`);
}
