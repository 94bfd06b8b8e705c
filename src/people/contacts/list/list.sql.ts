import type { ContactSort } from "#people/contacts/contract.ts";
import { amongMatching, type FieldMatch, isMatching } from "#people/fields/index.ts";
import { builtQuery, query, type SqlValue } from "#platform/db/query.ts";
import type { NamePosition, SortedPosition } from "./page.ts";
import type { SearchedContact } from "./search.ts";

type Params = Readonly<Record<string, SqlValue>>;

/** A condition on `c.id` with named parameters. */
export interface ContactCondition {
  readonly sql: string;
  readonly params: Params;
}

/** A search with at most this many matches is counted and listed by id, which takes about 2 ms. */
export const MAX_COUNTED = 3000;

export const byIds = (ids: string): ContactCondition => ({
  sql: "c.id IN (SELECT value FROM json_each(:contactIds))",
  params: { contactIds: ids },
});
export const byTerms = (terms: string): ContactCondition => ({
  sql: "c.id IN (SELECT rowid FROM contact_search WHERE contact_search MATCH :contactTerms)",
  params: { contactTerms: terms },
});
/** Has its own parameter name, so that a statement can also contain `byTerms`. */
export const byNumber = (digits: string): ContactCondition => ({
  sql: "c.id IN (SELECT rowid FROM contact_search WHERE contact_search MATCH :contactDigits)",
  params: { contactDigits: numberTerm(digits) },
});
/** An FTS5 expression: these digits anywhere in the number. */
export const numberTerm = (digits: string): string => `number : "${digits}"`;
/** `index` keeps the parameter names of several initials apart. */
export const byInitial = ([from, end]: readonly [string, string], index: number): ContactCondition => ({
  sql: `c.id IN (SELECT doc FROM contact_initial WHERE term >= :initialFrom${index} AND term < :initialEnd${index})`,
  params: { [`initialFrom${index}`]: from, [`initialEnd${index}`]: end },
});
/** Lists all contacts of a tag: about 10 µs per use of the tag. */
export const amongTagged = (tagId: number): ContactCondition => ({
  sql: `c.id IN (SELECT t.contact_id FROM ticket_tag g CROSS JOIN ticket t ON t.id = g.ticket_id
    WHERE g.tag_id = :tagId)`,
  params: { tagId },
});
/**
 * Checks the tickets of each contact: about 5 µs per contact read. CROSS JOIN makes SQLite begin with the tickets of the contact.
 * Otherwise the planner would read every use of the tag for each contact, which takes minutes with a million contacts.
 */
export const isTagged = (tagId: number): ContactCondition => ({
  sql: `EXISTS (SELECT 1 FROM ticket t CROSS JOIN ticket_tag g ON g.ticket_id = t.id AND g.tag_id = :tagId
    WHERE t.contact_id = c.id)`,
  params: { tagId },
});

/** `index` keeps the parameter names of several fields apart. */
const fielded =
  (write: typeof isMatching) =>
  (match: FieldMatch, index: number): ContactCondition => {
    const params: Record<string, SqlValue> = {};
    const condition = write(match, "c.id", (value) => {
      const name = `field${index}_${Object.keys(params).length}`;
      params[name] = value;
      return `:${name}`;
    });
    return { sql: condition, params };
  };
export const amongFielded = fielded(amongMatching);
export const isFielded = fielded(isMatching);

// Sorted by id: the last id of the result tells how frequent matches are.
export const firstByTerms = query<{ terms: string }, { id: number }>(
  `SELECT rowid AS id FROM contact_search WHERE contact_search MATCH :terms ORDER BY rowid LIMIT ${MAX_COUNTED + 1}`,
);
export const firstByInitial = query<{ from: string; end: string }, { id: number }>(
  `SELECT DISTINCT doc AS id FROM contact_initial WHERE term >= :from AND term < :end LIMIT ${MAX_COUNTED + 1}`,
);
export const searchedTexts = query<{ ids: string }, SearchedContact & { id: number }>(
  "SELECT id, name, number, email FROM contact WHERE id IN (SELECT value FROM json_each(:ids))",
);
/** At most 200 contacts; a longer prefix finds fewer. */
export const byUsername = query<{ from: string; end: string }, { id: number }>(
  `SELECT contact_id AS id FROM contact_identity INDEXED BY contact_identity_username
   WHERE kind = 'username' AND match_key >= :from AND match_key < :end AND former_at IS NULL LIMIT 200`,
);
export const highestId = query<Record<never, never>, { n: number | null }>(
  "SELECT max(id) AS n FROM contact",
);
export const countUses = query<{ tagId: number; limit: number }, { n: number }>(
  "SELECT count(*) AS n FROM (SELECT 1 FROM ticket_tag WHERE tag_id = :tagId LIMIT :limit)",
);
export const matchingIds = (condition: string) =>
  builtQuery<Params, { id: number }>(`SELECT c.id FROM contact c WHERE ${condition}`);
export const countMatches = (condition: string) =>
  builtQuery<Params, { n: number }>(`SELECT count(*) AS n FROM contact c WHERE ${condition}`);

const BY_NAME = "ORDER BY c.name COLLATE NOCASE, c.id LIMIT :limit";
// The first comparison lets SQLite search the index; with a row value it would compare every row.
const AFTER_NAME =
  "c.name COLLATE NOCASE >= :afterName AND (c.name COLLATE NOCASE > :afterName OR c.id > :afterId)";

export const matchesByName = (condition: string, isContinued: boolean) => {
  const after = isContinued ? AFTER_NAME : "1";
  return builtQuery<Params, NamePosition>(
    `SELECT c.id, c.name FROM contact c WHERE ${condition} AND ${after} ${BY_NAME}`,
  );
};
export const textsByName = (isContinued: boolean) => {
  const after = isContinued ? AFTER_NAME : "1";
  return builtQuery<Params, NamePosition & SearchedContact>(
    `SELECT c.id, c.name, c.number, c.email FROM contact c WHERE ${after} ${BY_NAME}`,
  );
};

const ORDERS: Readonly<
  Record<ContactSort, readonly [column: string, collation: string, isDescending: boolean]>
> = {
  name: ["c.name", " COLLATE NOCASE", false],
  "-name": ["c.name", " COLLATE NOCASE", true],
  created: ["c.created_at", "", false],
  "-created": ["c.created_at", "", true],
};
/** `maxRead`: reads only the first contacts in this order, at most this many; null = all. */
export const matchesInOrder = (
  condition: string,
  sort: ContactSort,
  isContinued: boolean,
  maxRead: number | null = null,
) => {
  const [column, collation, isDescending] = ORDERS[sort];
  const key = `${column}${collation}`;
  const [sign, way] = isDescending ? ["<", "DESC"] : [">", "ASC"];
  // The first comparison lets SQLite search the index.
  const after = isContinued
    ? `${key} ${sign}= :afterKey AND (${key} ${sign} :afterKey OR c.id ${sign} :afterId)`
    : "1";
  const order = `ORDER BY ${key} ${way}, c.id ${way}`;
  const source =
    maxRead === null
      ? "contact"
      : `(SELECT c.id, c.name, c.created_at FROM contact c WHERE ${after} ${order} LIMIT ${maxRead})`;
  return builtQuery<Params, SortedPosition>(
    `SELECT c.id, ${column} AS key FROM ${source} c WHERE ${condition} AND ${after} ${order} LIMIT :limit`,
  );
};
