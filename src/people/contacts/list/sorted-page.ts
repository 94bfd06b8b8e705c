import type { ContactSort } from "#people/contacts/contract.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import * as sql from "./list.sql.ts";
import type { ContactSearch } from "./search.ts";

/** A contact in the order of a list; `key` is the value the list is sorted by. */
export interface SortedPosition {
  readonly key: string | number;
  readonly id: number;
}

/** A tag used more often is common: reading contacts in their order finds a page of it sooner than listing all its uses. */
const MAX_RARE_USES = 3_000;
/** Contacts read in their order for a common tag; the tagged ones may be at the end of a million. */
const MAX_READ = 5_000;

export interface ContactFilter {
  readonly search: ContactSearch | null;
  /** Contacts with this tag on one of their tickets. */
  readonly tagId: number | null;
}

/** The condition of a filter. */
export interface FilterCondition extends sql.ContactCondition {
  /** Its matches are few enough to be counted. */
  readonly isCounted: boolean;
  /** A common tag without a search: the same condition for contacts that are read in their order. */
  readonly whileReading?: sql.ContactCondition;
}

export function conditionOf(db: Db, { search, tagId }: ContactFilter): FilterCondition {
  const limit = MAX_RARE_USES + 1;
  const isRare = tagId !== null && (queryOne(db, sql.countUses, { tagId, limit })?.n ?? 0) < limit;
  const isReadInOrder = tagId !== null && !isRare && search === null;
  const parts: sql.ContactCondition[] = [];
  if (search) parts.push(search.condition);
  if (tagId !== null) parts.push(isRare || isReadInOrder ? sql.amongTagged(tagId) : sql.isTagged(tagId));
  return {
    sql: parts.map((part) => `(${part.sql})`).join(" AND ") || "1",
    params: Object.assign({}, ...parts.map(({ params }) => params)),
    isCounted: isRare,
    ...(isReadInOrder && { whileReading: sql.isTagged(tagId) }),
  };
}

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
