import { all, type Db } from "#platform/db/database.ts";
import type { ContactSearch, SearchedContact } from "./search.ts";

/** A contact in the order of names. */
export interface ContactPlace {
  readonly name: string;
  readonly id: number;
}

/**
 * Sorting reads every matching contact; walking the names in their order reads `1 / share` contacts for each one shown. For a page
 * of 20 both cost the same where `count * share` is about this.
 */
const WALKED_FROM = 24;
/** Contacts read at a time. */
const STEP = 200;
/** The walk is given up after this many times what the share lets expect: those who share a name stand together. */
const PATIENCE = 3;

const ORDER = "ORDER BY c.name COLLATE NOCASE, c.id LIMIT ?";
// The first half is what the index is searched by; a row value would be compared row by row.
const BEHIND = "c.name COLLATE NOCASE >= ? AND (c.name COLLATE NOCASE > ? OR c.id > ?)";
const NAMES = "SELECT c.id, c.name FROM contact c";
const TEXTS = "SELECT c.id, c.name, c.number, c.email FROM contact c";

/** The first `limit` contacts of a search by name, behind `after`; null = every contact. */
export function placesByName(
  db: Db,
  search: ContactSearch | null,
  after: ContactPlace | undefined,
  limit: number,
): readonly ContactPlace[] {
  const walked = search && isWalked(search) ? walk(db, search, after, limit) : undefined;
  if (walked) return walked;
  const { sql, bindings } = search?.condition ?? { sql: "1", bindings: [] };
  return all<ContactPlace>(
    db,
    `${NAMES} WHERE ${sql} ${after ? `AND ${BEHIND}` : ""} ${ORDER}`,
    ...bindings,
    ...bindingsOf(after),
    limit,
  );
}

/** More matches than were counted are always walked. */
const isWalked = ({ count, share }: ContactSearch): boolean => count === null || count * share > WALKED_FROM;

const bindingsOf = (place: ContactPlace | undefined): (string | number)[] =>
  place ? [place.name, place.name, place.id] : [];

/** Undefined when too many contacts would have to be read. */
function walk(
  db: Db,
  search: ContactSearch,
  after: ContactPlace | undefined,
  limit: number,
): ContactPlace[] | undefined {
  const found: ContactPlace[] = [];
  let place = after;
  for (let walked = 0; walked < (PATIENCE * limit) / search.share; walked += STEP) {
    const rows: (ContactPlace & SearchedContact)[] = all(
      db,
      `${TEXTS} ${place ? `WHERE ${BEHIND}` : ""} ${ORDER}`,
      ...bindingsOf(place),
      STEP,
    );
    found.push(...rows.filter(search.matches));
    if (found.length >= limit || rows.length < STEP) return found.slice(0, limit);
    place = rows.at(-1);
  }
  return undefined;
}
