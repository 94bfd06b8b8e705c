import type { Sqlite, Statement } from "#platform/db/open.ts";

const ENDS_TRANSACTION = /^\s*(?:COMMIT|END|RELEASE)\b/i;
/** A checkpoint moves pages and commits nothing. With NOOP it only returns the end of the WAL. */
const CHECKPOINT = /^\s*PRAGMA\s+wal_checkpoint\b/i;
type Call = (...args: unknown[]) => unknown;

/**
 * Calls `onCommit` after every commit on this connection, before the caller of the statement continues. It may also call it for
 * a statement that wrote nothing, but never misses a commit.
 */
export function noteCommits(db: Sqlite, onCommit: () => void): void {
  const behind = <T>(work: () => T): T => {
    try {
      return work();
    } finally {
      // `exec` may have committed before one of its statements failed.
      if (db.open && !db.inTransaction) onCommit();
    }
  };
  const { prepare, exec, transaction, pragma } = db;
  db.prepare = ((text: string) => {
    const statement = prepare.call(db, text) as Statement;
    // SQLite counts COMMIT and RELEASE among the statements that only read.
    if (CHECKPOINT.test(text)) return statement;
    if (!statement.readonly || ENDS_TRANSACTION.test(text)) noteStatement(statement, behind);
    return statement;
  }) as Sqlite["prepare"];
  db.exec = (text) => behind(() => exec.call(db, text));
  db.pragma = (text, options) =>
    text.includes("=") ? behind(() => pragma.call(db, text, options)) : pragma.call(db, text, options);
  db.transaction = ((work: Call) => {
    const plain = transaction.call(db, work);
    const noted = (run: Call): Call =>
      function (this: unknown, ...args) {
        return behind(() => run.apply(this, args));
      };
    const { deferred, immediate, exclusive } = plain;
    return Object.assign(noted(plain), {
      default: noted(plain),
      deferred: noted(deferred),
      immediate: noted(immediate),
      exclusive: noted(exclusive),
    });
  }) as unknown as Sqlite["transaction"];
}

function noteStatement(statement: Statement, behind: <T>(work: () => T) => T): void {
  const { run, get, all, iterate } = statement;
  const noted =
    (call: Call) =>
    (...args: unknown[]) =>
      behind(() => call.apply(statement, args));
  Object.assign(statement, { run: noted(run as Call), get: noted(get as Call), all: noted(all as Call) });
  statement.iterate = function* (...args: unknown[]) {
    // The statement commits when its last row was read or the loop was left.
    try {
      yield* iterate.apply(statement, args);
    } finally {
      behind(() => undefined);
    }
  };
}
