import type { ContactSort } from "#people/contacts/contract.ts";
import { type FieldMatch, isRareMatch } from "#people/fields/index.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import * as sql from "./list.sql.ts";
import type { ContactSearch } from "./search.ts";

/** A contact in the order of a list; `key` is the value the list is sorted by. */
export interface SortedPosition {
  readonly key: string | number;
  readonly id: number;
}

/** A tag on more contacts is common: a page is found sooner by reading contacts in their order than by listing all uses of the tag. */
const MAX_RARE_USES = 3_000;
/** Maximum number of contacts read in their order for a common tag, because the tagged contacts may be at the end of a million. */
const MAX_READ = 5_000;

interface ContactFilter {
  readonly search: ContactSearch | null;
  /** Contacts with this tag on one of their tickets. */
  readonly tagId: number | null;
  /** Contacts with these values of custom fields. */
  readonly matches: readonly FieldMatch[];
}

/** The condition of a filter. */
interface FilterCondition extends sql.ContactCondition {
  /** Its matches are few enough to be counted. */
  readonly isCounted: boolean;
  /** Set for a common tag or field without a search: the same condition, in a form that tests contacts one by one in their order. */
  readonly whileReading?: sql.ContactCondition;
}

export function conditionOf(db: Db, { search, tagId, matches }: ContactFilter): FilterCondition {
  const narrowings = matches.map((match, index) => ({
    isRare: isRareMatch(db, match),
    among: sql.amongFielded(match, index),
    test: sql.isFielded(match, index),
  }));
  if (tagId !== null)
    narrowings.push({
      isRare: isRareTag(db, tagId),
      among: sql.amongTagged(tagId),
      test: sql.isTagged(tagId),
    });
  const rare = narrowings.find(({ isRare }) => isRare);
  const isReadInOrder = narrowings.length > 0 && !rare && search === null;
  // One filter (or the search) selects the contacts; all other filters test each selected contact.
  const listed = rare ?? (search === null ? narrowings[0] : undefined);
  const parts = narrowings.map((one) => (one === listed ? one.among : one.test));
  return {
    ...joined(search ? [search.condition, ...parts] : parts),
    isCounted: rare !== undefined,
    ...(isReadInOrder && { whileReading: joined(narrowings.map(({ test }) => test)) }),
  };
}

const isRareTag = (db: Db, tagId: number): boolean =>
  (queryOne(db, sql.countUses, { tagId, limit: MAX_RARE_USES + 1 })?.n ?? 0) <= MAX_RARE_USES;

const joined = (parts: readonly sql.ContactCondition[]): sql.ContactCondition => ({
  sql: parts.map((part) => `(${part.sql})`).join(" AND ") || "1",
  params: Object.assign({}, ...parts.map(({ params }) => params)),
});

/** The first `limit` matching contacts in this order, beginning after `after`. */
export function matchesInOrder(
  db: Db,
  { whileReading, ...condition }: FilterCondition,
  sort: ContactSort,
  after: SortedPosition | undefined,
  limit: number,
): readonly SortedPosition[] {
  const isContinued = after !== undefined;
  const position = after && { afterKey: after.key, afterId: after.id };
  if (whileReading) {
    const params = { ...whileReading.params, ...position, limit };
    const found = queryAll(db, sql.matchesInOrder(whileReading.sql, sort, isContinued, MAX_READ), params);
    if (found.length >= limit) return found;
  }
  const params = { ...condition.params, ...position, limit };
  return queryAll(db, sql.matchesInOrder(condition.sql, sort, isContinued), params);
}

/** How many contacts match; only for conditions with `isCounted`. */
export const countMatches = (db: Db, condition: sql.ContactCondition): number =>
  queryOne(db, sql.countMatches(condition.sql), condition.params)?.n ?? 0;

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
/** Contacts read per query. */
const STEP = 200;
/**
 * A scan stops after this many times the expected number of rows. More rows than expected are normal, because contacts with the same
 * name are neighbours.
 */
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

/**
 * Reads contacts in the order of their names until `limit` of them match. Undefined when that would read far more
 * contacts than expected: the caller then sorts all matches instead.
 */
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
