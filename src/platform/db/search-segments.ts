import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { type Db, run } from "./database.ts";
import { withSyncNormal } from "./durability/sync-mode.ts";
import { changeCount, prepared } from "./open.ts";

/**
 * FTS5 stores what one statement writes into an index as a segment. A search reads every segment, so segments are
 * merged into larger ones. FTS5 would do that within commits, up to 0.1 s at once; the indexes are configured to leave it
 * to this file, which merges some pages in a transaction of its own (docs/rules/search.md#segments).
 */
const INDEXES = ["message_search", "chat_message_search", "contact_search"] as const;
export type SearchIndex = (typeof INDEXES)[number];

/** Pages written per step, which takes a few milliseconds; the rows of one word are always written together. */
const PAGES = 8;
/** Number of segments of one level that are merged; `usermerge` in the migration has the same value. */
const SEGMENTS = 8;
/** Minimum time between two checks of a database, ms. */
const LOOK_MS = 50;

/** The record of FTS5 that lists the segments of each index. */
const STRUCTURES = `SELECT ${INDEXES.map((index) => `(SELECT block FROM ${index}_data WHERE id = 10) AS ${index}`).join(", ")}`;

/** What a company's file is merged for (`Tenant`). */
interface Owner {
  readonly id: number;
  readonly db: Db;
  keepOpen(): () => void;
}

const lookedAt = new WeakMap<Db, number>();
const merging = new WeakSet<Db>();

/**
 * Call it after every commit: when an index has many segments, they are merged in later turns of the event loop. Usually
 * it does nothing.
 */
export function scheduleMerges(owner: Owner): void {
  const { db } = owner;
  const now = performance.now();
  if (now - (lookedAt.get(db) ?? Number.NEGATIVE_INFINITY) < LOOK_MS || merging.has(db)) return;
  if (db.$client.inTransaction) return;
  lookedAt.set(db, now);
  if (fragmented(db).length > 0) void mergeInTurns(owner);
}

async function mergeInTurns(owner: Owner): Promise<void> {
  const { db } = owner;
  merging.add(db);
  const release = owner.keepOpen();
  try {
    for (;;) {
      await yieldToEventLoop(owner);
      const [index] = db.$client.open ? fragmented(db) : [];
      if (!index) return;
      merge(db, index, PAGES);
    }
  } catch {
    // A full disk: a later commit starts again.
  } finally {
    merging.delete(db);
    release();
  }
}

/** Merges some pages of an index that has many segments; returns whether it had. */
export function mergeOnce(db: Db, index: SearchIndex, pages = PAGES): boolean {
  const isFragmented = fragmented(db).includes(index);
  if (isFragmented) merge(db, index, pages);
  return isFragmented;
}

/**
 * Rewrites an index step by step into one segment, so that words of deleted rows are removed from it; deleting a row
 * only marks them. `between` is awaited between two steps. A power failure may undo steps: the caller then runs it
 * again.
 */
export async function rewriteIndex(db: Db, index: SearchIndex, between: () => Promise<void>): Promise<void> {
  // A negative number of pages starts merging everything.
  for (let goesOn = merge(db, index, -PAGES); goesOn; goesOn = merge(db, index, PAGES)) await between();
}

/** Returns whether there was work. */
function merge(db: Db, index: SearchIndex, pages: number): boolean {
  const before = changeCount(db.$client);
  withSyncNormal(db, () => run(db, `INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`, pages));
  // SQLite counts the command itself as one change.
  return changeCount(db.$client) - before > 1;
}

/** The indexes with a level whose segments should be merged. */
function fragmented(db: Db): SearchIndex[] {
  const structures = prepared(db.$client, STRUCTURES).get() as Record<SearchIndex, Uint8Array>;
  return INDEXES.filter((index) => isFragmented(structures[index]));
}

/**
 * Reads FTS5's record of segments: a cookie of 4 bytes; the numbers of levels, of segments and of writes; for each
 * level the number of segments that a begun merge reads, the number of its segments, and three numbers per segment.
 */
function isFragmented(record: Uint8Array): boolean {
  let at = 4;
  const next = (): number => {
    for (let value = 0; ; ) {
      const byte = record[at++] ?? 0;
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  const levels = next();
  next();
  next();
  for (let level = 0; level < levels; level += 1) {
    const begun = next();
    const segments = next();
    if (begun > 0 || segments >= SEGMENTS) return true;
    for (let number = 0; number < segments * 3; number += 1) next();
  }
  return false;
}
