import type { Db } from "#platform/db/database.ts";
import { indexedUpTo } from "#platform/db/late-index.ts";
import type { SqlValue } from "#platform/db/query.ts";

/** Shortest text that the index finds: it stores sequences of three characters. */
const FEWEST = 3;
/** Two characters that the index stores as they are; each occurrence in a name begins a sequence, because names end with a blank. */
const PAIR = /^[!-~]{2}$/;
/** Names that the index compares differently from `fold`; the condition of the index `contact_odd_name`. */
const ODD = "name GLOB '*[^ -ǟ]*'";

/**
 * SQL: true when the contact's name of ticket `t` contains a folded text. The index of names finds the possible matches, so that
 * other names are not read. Contacts that are not indexed yet and odd names are compared one by one.
 */
export function nameContains(db: Db, bind: (value: SqlValue) => string, name: string, text: string): string {
  const contains = `instr(fold(${name}), ${bind(text)}) > 0`;
  const indexed = indexedWith(bind, text);
  if (indexed === undefined) return contains;
  const isIndexed = `t.contact_id IN (${indexed})`;
  const isOdd = `t.contact_id IN (SELECT id FROM contact INDEXED BY contact_odd_name WHERE ${ODD})`;
  const isNew = `t.contact_id > ${bind(indexedUpTo(db, "contact"))}`;
  // CASE fixes the order of the comparisons; otherwise the planner might begin with the contacts.
  return `CASE WHEN ${isNew} OR ${isIndexed} OR ${isOdd} THEN ${contains} ELSE 0 END`;
}

/** SQL of the contacts whose indexed name contains a text; undefined when the index does not find it. */
function indexedWith(bind: (value: SqlValue) => string, text: string): string | undefined {
  if (PAIR.test(text)) {
    const end = text[0] + String.fromCharCode(text.charCodeAt(1) + 1);
    return `SELECT doc FROM contact_initial WHERE term >= ${bind(text)} AND term < ${bind(end)} AND col = 'name'`;
  }
  if ([...text].length < FEWEST || text.includes("\0")) return undefined;
  const terms = `name : "${text.replaceAll('"', '""')}"`;
  return `SELECT rowid FROM contact_search WHERE contact_search MATCH ${bind(terms)}`;
}
