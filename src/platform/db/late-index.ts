import { type Db, transaction } from "./database.ts";
import { withSyncNormal } from "./durability/sync-mode.ts";
import * as sql from "./late-index.sql.ts";
import { execute, queryOne } from "./query.ts";
import { mergeOnce } from "./search-segments.ts";

/** Rows indexed in one turn of the event loop, which takes about 2 ms. */
const BATCH = 100;
/** Rows indexed in one transaction of an import. */
const BATCH_OF_IMPORT = 5000;
/** Pages merged in one transaction of an import. */
const PAGES_OF_IMPORT = 1000;
/** Batches that a search indexes itself before it answers. Others are indexed in later turns of the event loop. */
const BEFORE_SEARCH = 20;

/** Rows stored since their index was last filled, by file and index. */
const stored = new WeakMap<Db, Record<sql.LateIndex, number>>();

/**
 * Indexes the next rows for the search; returns whether there may be more. All or nothing, also across a kill; after a
 * power failure the rows are indexed again.
 */
function fillOnce(db: Db, name: sql.LateIndex, rows = BATCH): boolean {
  const { next, fill } = sql.indexes[name];
  const from = indexedUpTo(db, name);
  const { upTo = null, found = 0 } = queryOne(db, next, { from, rows }) ?? {};
  if (upTo === null) return false;
  withSyncNormal(db, () =>
    transaction(db, () => {
      execute(db, fill, { from, upTo });
      execute(db, sql.setProgress, { lastId: upTo, name });
    }),
  );
  // Stop after an incomplete batch: while messages arrive, each further batch would have only a few rows.
  return found === rows;
}

/** Indexes all rows that are not indexed yet: after an import. */
export function fillIndex(db: Db, name: sql.LateIndex): void {
  for (let goesOn = true; goesOn; ) {
    goesOn = fillOnce(db, name, BATCH_OF_IMPORT);
    while (mergeOnce(db, `${name}_search`, PAGES_OF_IMPORT)) {}
  }
}

/** The last row that an index has; rows after it are not indexed yet. */
export const indexedUpTo = (db: Db, name: sql.LateIndex): number =>
  queryOne(db, sql.progress, { name })?.lastId ?? 0;

/** Call it before each search, so that the search finds every stored row (docs/rules/search.md#late). */
export function fillBeforeSearch(db: Db, name: sql.LateIndex): void {
  if (db.$client.readonly) return;
  for (let batches = 0; batches < BEFORE_SEARCH; batches += 1) if (!tryToFill(db, name)) return;
  fillInTurns(db, name);
}

/** Call it after a row was stored: a full batch is indexed in the next turn of the event loop. */
export function noteStoredRow(db: Db, name: sql.LateIndex): void {
  let counts = stored.get(db);
  if (!counts) {
    counts = { message: 0, contact: 0 };
    stored.set(db, counts);
  }
  counts[name] += 1;
  if (counts[name] < BATCH) return;
  counts[name] = 0;
  fillInTurns(db, name);
}

/** Indexes one batch, or merges what batches before it have written, in each turn of the event loop. */
function fillInTurns(db: Db, name: sql.LateIndex): void {
  setImmediate(() => {
    if (db.$client.open && tryToFill(db, name, true)) fillInTurns(db, name);
  });
}

/** On a full disk a search finds only the indexed rows; a later search or batch indexes the others. */
function tryToFill(db: Db, name: sql.LateIndex, merges = false): boolean {
  try {
    return (merges && mergeOnce(db, `${name}_search`)) || fillOnce(db, name);
  } catch {
    return false;
  }
}
