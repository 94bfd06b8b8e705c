import type { Db } from "#platform/db/database.ts";
import { indexedUpTo } from "#platform/db/late-index.ts";
import type { SqlValue } from "#platform/db/query.ts";

/** Shortest text that the index finds: it stores sequences of three characters. */
const FEWEST = 3;
/** Names that the index compares differently from `fold`; the condition of the index `contact_odd_name`. */
const ODD = "name GLOB '*[^ -ǟ]*'";

/**
 * SQL: true when the contact's name of ticket `t` contains a folded text. The index of names finds the possible matches, so that
 * other names are not read. Contacts that are not indexed yet and odd names are compared one by one.
 */
export function nameContains(db: Db, bind: (value: SqlValue) => string, name: string, text: string): string {
  const contains = `instr(fold(${name}), ${bind(text)}) > 0`;
  if ([...text].length < FEWEST || text.includes("\0")) return contains;
  const terms = `name : "${text.replaceAll('"', '""')}"`;
  const isIndexed = `t.contact_id IN (SELECT rowid FROM contact_search WHERE contact_search MATCH ${bind(terms)})`;
  const isOdd = `t.contact_id IN (SELECT id FROM contact INDEXED BY contact_odd_name WHERE ${ODD})`;
  const isNew = `t.contact_id > ${bind(indexedUpTo(db, "contact"))}`;
  // CASE fixes the order of the comparisons; otherwise the planner might begin with the contacts.
  return `CASE WHEN ${isNew} OR ${isIndexed} OR ${isOdd} THEN ${contains} ELSE 0 END`;
}
