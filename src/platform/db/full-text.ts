/** Maximum number of words in a search; more would make it slower, not better. */
import { type Db, run } from "./database.ts";
import { withSyncNormal } from "./durability/sync-mode.ts";
import { changeCount } from "./open.ts";

const MAX_WORDS = 8;

/**
 * Typed text as an FTS5 expression in which every word must occur. Each word is quoted, so that operators
 * (`"*^NEAR(`) are text. `prefix`: which words match as prefixes. Null when the text has no letter or digit.
 */
export function matchAll(text: string, prefix: "every" | "last" | "none" = "last"): string | null {
  const words = text
    .replaceAll("\0", "")
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, MAX_WORDS);
  if (words.length === 0) return null;
  return words
    .map((word, index) => {
      const open = prefix === "every" || (prefix === "last" && index === words.length - 1);
      return `"${word.replaceAll('"', '""')}"${open ? "*" : ""}`;
    })
    .join(" ");
}

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
