import { all, type Db, one } from "#platform/db/database.ts";
import type { ContactSort } from "./contract.ts";
import type { ContactSearch } from "./search.ts";

/** A contact in the order of a list; `key` is what the list is sorted by. */
export interface SortedPlace {
  readonly key: string | number;
  readonly id: number;
}

const ORDERS: Readonly<Record<ContactSort, { readonly key: string; readonly down: boolean }>> = {
  name: { key: "c.name COLLATE NOCASE", down: false },
  "-name": { key: "c.name COLLATE NOCASE", down: true },
  created: { key: "c.created_at", down: false },
  "-created": { key: "c.created_at", down: true },
};

/** Up to this many uses of a tag its contacts are listed first; a tag used more often is looked for in the order of the list. */
const RARE = 3_000;
const USES = `SELECT count(*) AS n FROM (SELECT 1 FROM ticket_tag WHERE tag_id = ? LIMIT ${RARE + 1})`;
const OF_RARE = `c.id IN (SELECT t.contact_id FROM ticket_tag g JOIN ticket t ON t.id = g.ticket_id WHERE g.tag_id = ?)`;
const OF_COMMON = `EXISTS (SELECT 1 FROM ticket t JOIN ticket_tag g ON g.ticket_id = t.id AND g.tag_id = ?
  WHERE t.contact_id = c.id)`;

export interface ContactFilter {
  readonly search: ContactSearch | null;
  /** Contacts with this tag on one of their tickets. */
  readonly tagId: number | null;
}

interface Where {
  readonly sql: string;
  readonly bindings: readonly (string | number)[];
}

/** The condition of a filter, and whether its matches are few enough to be counted. */
export function whereOf(db: Db, { search, tagId }: ContactFilter): Where & { readonly isCounted: boolean } {
  const isRare = tagId !== null && (one<{ n: number }>(db, USES, tagId)?.n ?? 0) <= RARE;
  const parts: Where[] = [];
  if (search) parts.push(search.condition);
  if (tagId !== null) parts.push({ sql: isRare ? OF_RARE : OF_COMMON, bindings: [tagId] });
  return {
    sql: parts.map(({ sql }) => `(${sql})`).join(" AND ") || "1",
    bindings: parts.flatMap(({ bindings }) => bindings),
    isCounted: isRare,
  };
}

/** The first `limit` contacts that match, in the order asked for, behind `after`. */
export function sortedPlaces(
  db: Db,
  { sql, bindings }: Where,
  sort: ContactSort,
  after: SortedPlace | undefined,
  limit: number,
): readonly SortedPlace[] {
  const { key, down } = ORDERS[sort];
  const [sign, way] = down ? ["<", "DESC"] : [">", "ASC"];
  // The first half is what the index is searched by.
  const behind = after ? `AND ${key} ${sign}= ? AND (${key} ${sign} ? OR c.id ${sign} ?)` : "";
  return all<SortedPlace>(
    db,
    `SELECT c.id, ${key.split(" ")[0]} AS key FROM contact c WHERE ${sql} ${behind}
     ORDER BY ${key} ${way}, c.id ${way} LIMIT ?`,
    ...bindings,
    ...(after ? [after.key, after.key, after.id] : []),
    limit,
  );
}

/** How many contacts match; only for filters that are counted. */
export const countWhere = (db: Db, { sql, bindings }: Where): number =>
  one<{ n: number }>(db, `SELECT count(*) AS n FROM contact c WHERE ${sql}`, ...bindings)?.n ?? 0;
