import { type Db, one, run } from "./database.ts";
import { relaxed } from "./relaxed.ts";

/** Pages that one step rewrites: a few milliseconds. */
const PAGES = 8;

/**
 * Rewrites a full-text index (FTS5) step by step, after which it holds no word of rows that were removed: until then they
 * are only marked. `between` is awaited between two steps. A power cut may undo steps: the caller runs it again.
 */
export async function rewriteIndex(
  db: Db,
  index: "message_search" | "chat_message_search",
  between: () => Promise<void>,
): Promise<void> {
  const changes = () => one<{ n: number }>(db, "SELECT total_changes() AS n")?.n ?? 0;
  /** A negative number begins to merge everything into one; answers whether there was anything to do. */
  const merge = (pages: number): boolean => {
    const before = changes();
    relaxed(db, () => run(db, `INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`, pages));
    // SQLite counts the command itself as one change.
    return changes() - before > 1;
  };
  for (let goesOn = merge(-PAGES); goesOn; goesOn = merge(PAGES)) await between();
}
