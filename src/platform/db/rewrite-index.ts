import { type Db, run } from "./database.ts";
import { changeCount } from "./open.ts";
import { withSyncNormal } from "./sync-mode.ts";

/** Pages rewritten per step, which takes a few milliseconds. */
const PAGES = 8;

/**
 * Rewrites a full-text index (FTS5) step by step, so that words of deleted rows are removed from it; deleting a row
 * only marks them. `between` is awaited between two steps. A power failure may undo steps: the caller then runs it
 * again.
 */
export async function rewriteIndex(
  db: Db,
  index: "message_search" | "chat_message_search",
  between: () => Promise<void>,
): Promise<void> {
  /** A negative number of pages starts merging everything into one segment. Returns whether there was work. */
  const merge = (pages: number): boolean => {
    const before = changeCount(db.$client);
    withSyncNormal(db, () => run(db, `INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`, pages));
    // SQLite counts the command itself as one change.
    return changeCount(db.$client) - before > 1;
  };
  for (let goesOn = merge(-PAGES); goesOn; goesOn = merge(PAGES)) await between();
}
