import type { Db } from "#platform/db/database.ts";
import { indexedUpTo } from "#platform/db/late-index.ts";
import type { SqlValue } from "#platform/db/query.ts";

/** The index holds every three characters in a row. */
const FEWEST = 3;
/** Names that the index compares otherwise than `fold`; the condition of the index `contact_odd_name`. */
const ODD = "name GLOB '*[^ -ǟ]*'";

/**
 * Whether the name of the contact of `t` contains a folded text. The index of names finds the contacts that can match, so
 * that the names of all others are not read; contacts that it does not know yet and odd names are compared one by one.
 */
export function nameContains(db: Db, bind: (value: SqlValue) => string, name: string, text: string): string {
  const contains = `instr(fold(${name}), ${bind(text)}) > 0`;
  if ([...text].length < FEWEST || text.includes("\0")) return contains;
  const terms = `name : "${text.replaceAll('"', '""')}"`;
  const isIndexed = `t.contact_id IN (SELECT rowid FROM contact_search WHERE contact_search MATCH ${bind(terms)})`;
  const isOdd = `t.contact_id IN (SELECT id FROM contact INDEXED BY contact_odd_name WHERE ${ODD})`;
  const isNew = `t.contact_id > ${bind(indexedUpTo(db, "contact"))}`;
  // CASE fixes the order of the comparisons, so that the planner cannot begin with the contacts.
  return `CASE WHEN ${isNew} OR ${isIndexed} OR ${isOdd} THEN ${contains} ELSE 0 END`;
}
