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

/** The contacts of a tag are listed first up to this many uses; a tag used more often is checked contact by contact. */
const MAX_RARE_USES = 3_000;

export interface ContactFilter {
  readonly search: ContactSearch | null;
  /** Contacts with this tag on one of their tickets. */
  readonly tagId: number | null;
}

/** The condition of a filter, and whether its matches are few enough to be counted. */
export function conditionOf(
  db: Db,
  { search, tagId }: ContactFilter,
): sql.ContactCondition & { readonly isCounted: boolean } {
  const limit = MAX_RARE_USES + 1;
  const isRare = tagId !== null && (queryOne(db, sql.countUses, { tagId, limit })?.n ?? 0) < limit;
  const parts: sql.ContactCondition[] = [];
  if (search) parts.push(search.condition);
  if (tagId !== null) parts.push(isRare ? sql.byRareTag(tagId) : sql.byCommonTag(tagId));
  return {
    sql: parts.map((part) => `(${part.sql})`).join(" AND ") || "1",
    params: Object.assign({}, ...parts.map(({ params }) => params)),
    isCounted: isRare,
  };
}

/** The first `limit` matching contacts in this order, beginning after `after`. */
export function matchesInOrder(
  db: Db,
  condition: sql.ContactCondition,
  sort: ContactSort,
  after: SortedPosition | undefined,
  limit: number,
): readonly SortedPosition[] {
  return queryAll(db, sql.matchesInOrder(condition.sql, sort, after !== undefined), {
    ...condition.params,
    ...(after && { afterKey: after.key, afterId: after.id }),
    limit,
  });
}

/** How many contacts match; only for conditions with `isCounted`. */
export const countMatches = (db: Db, condition: sql.ContactCondition): number =>
  queryOne(db, sql.countMatches(condition.sql), condition.params)?.n ?? 0;
