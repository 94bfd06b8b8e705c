import type { Db } from "#platform/db/database.ts";
import { queryAll } from "#platform/db/query.ts";
import * as sql from "./list.sql.ts";
import type { ContactSearch } from "./search.ts";

/** A contact in the order of names. */
export interface NamePosition {
  readonly name: string;
  readonly id: number;
}

/**
 * Sorting reads every matching contact; scanning the names in their order reads `1 / share` contacts for each one shown. For a page
 * of 20 both cost the same where `count * share` is about this.
 */
const SCAN_FROM = 24;
/** Contacts read at a time. */
const STEP = 200;
/** A scan stops after this many times the rows that the share lets expect: contacts with the same name are neighbours. */
const MAX_EXCESS = 3;

/** The first `limit` contacts of a search by name, beginning after `after`; `search` null = every contact. */
export function contactsByName(
  db: Db,
  search: ContactSearch | null,
  after: NamePosition | undefined,
  limit: number,
): readonly NamePosition[] {
  const scanned = search && isScanned(search) ? scan(db, search, after, limit) : undefined;
  if (scanned) return scanned;
  const { sql: condition, params } = search?.condition ?? { sql: "1", params: {} };
  return queryAll(db, sql.matchesByName(condition, after !== undefined), {
    ...params,
    ...paramsOf(after),
    limit,
  });
}

/** A search with more matches than were counted is always scanned. */
const isScanned = ({ count, share }: ContactSearch): boolean => count === null || count * share > SCAN_FROM;

const paramsOf = (after: NamePosition | undefined) => after && { afterName: after.name, afterId: after.id };

/** Undefined when too many contacts would have to be read. */
function scan(
  db: Db,
  search: ContactSearch,
  after: NamePosition | undefined,
  limit: number,
): NamePosition[] | undefined {
  const found: NamePosition[] = [];
  let position = after;
  for (let read = 0; read < (MAX_EXCESS * limit) / search.share; read += STEP) {
    const params = { ...paramsOf(position), limit: STEP };
    const rows = queryAll(db, sql.textsByName(position !== undefined), params);
    found.push(...rows.filter(search.matches));
    if (found.length >= limit || rows.length < STEP) return found.slice(0, limit);
    position = rows.at(-1);
  }
  return undefined;
}
