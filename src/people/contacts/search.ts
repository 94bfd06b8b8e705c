import { all, type Db, one } from "#platform/db/database.ts";
import { fold } from "#platform/text.ts";

/** What a search compares of a contact. */
export interface SearchedContact {
  readonly name: string;
  readonly number: string | null;
  readonly email: string;
}

/** A condition on `c.id` and its bindings. */
interface ContactCondition {
  readonly sql: string;
  readonly bindings: readonly string[];
}

/** One search among the contacts of a company (docs/rules/search.md#names). */
export interface ContactSearch {
  /** Holds for exactly the contacts that match. */
  readonly condition: ContactCondition;
  /** How many contacts match; null when they are more than were counted. */
  readonly count: number | null;
  /** Estimated share of all contacts that match, 0 to 1. */
  readonly share: number;
  matches(contact: SearchedContact): boolean;
}

/** Up to this many matching contacts are counted and listed by id, which takes about 2 ms. */
const COUNTED = 3000;
/** A letter that begins the words of more contacts than that is a common one; its share is then assumed, not measured. */
const SHARE_OF_INITIAL = 0.05;
/** Longest search: more words or letters make it slower, not better. */
const MAX_WORDS = 8;
const MAX_LETTERS = 60;

const BY_IDS = "c.id IN (SELECT value FROM json_each(?))";
const BY_TERMS = "c.id IN (SELECT rowid FROM contact_search WHERE contact_search MATCH ?)";
const BY_INITIAL = "c.id IN (SELECT doc FROM contact_initial WHERE term >= ? AND term < ?)";
// In the order of ids: the last one shows how densely the matching contacts lie.
const FIRST_IDS = `SELECT rowid AS id FROM contact_search WHERE contact_search MATCH ? ORDER BY rowid LIMIT ${COUNTED + 1}`;
const FIRST_BY_INITIAL = `SELECT DISTINCT doc AS id FROM contact_initial WHERE term >= ? AND term < ? LIMIT ${COUNTED + 1}`;
const HIGHEST_ID = "SELECT max(id) AS n FROM contact";
const TEXTS = "SELECT id, name, number, email FROM contact WHERE id IN (SELECT value FROM json_each(?))";

/** The digits of a typed telephone number, without the signs people put between them; null when it is no number. */
export function typedDigits(text: string): string | null {
  const digits = text.replace(/[\s().+-]/g, "");
  return /^\d{3,20}$/.test(digits) ? digits : null;
}

/**
 * The contacts whose name, number or e-mail contains each typed word, without regard to case and accents. Words of one or two
 * letters count only at the beginning of a word. A typed telephone number is found anywhere in a number. Null = no filter.
 */
export function searchContacts(db: Db, searchParam: string): ContactSearch | null {
  const text = searchParam.replaceAll("\0", "").trim();
  if (text === "") return null;
  const words = wordsOf(text);
  if (words.length === 0) return NOTHING;
  const digits = typedDigits(text);
  const matches = matcher(words, digits);
  const terms = termsOf(words, digits);
  const initials = digits ? [] : words.map(fold).filter((word) => lettersOf(word) === 1);
  const conditions: ContactCondition[] = initials.map((initial) => ({
    sql: BY_INITIAL,
    bindings: rangeOf(initial),
  }));
  if (terms) conditions.unshift({ sql: BY_TERMS, bindings: [terms] });
  const first = terms
    ? all<Found>(db, FIRST_IDS, terms)
    : all<Found>(db, FIRST_BY_INITIAL, ...rangeOf(initials[0] as string));
  if (first.length <= COUNTED) {
    // The first letter alone has found exactly these.
    const isExact = initials.length === (terms ? 0 : 1);
    const ids = exact(db, first, isExact, matches);
    return { condition: byIds(ids), count: ids.length, share: ids.length / highestId(db), matches };
  }
  return {
    condition: {
      sql: conditions.map(({ sql }) => sql).join(" AND "),
      bindings: conditions.flatMap(({ bindings }) => bindings),
    },
    count: null,
    share: terms ? COUNTED / (first.at(-1)?.id ?? 1) : SHARE_OF_INITIAL,
    matches,
  };
}

interface Found {
  readonly id: number;
}
const NOTHING: ContactSearch = {
  condition: { sql: "0", bindings: [] },
  count: 0,
  share: 0,
  matches: () => false,
};

const byIds = (ids: readonly number[]): ContactCondition => ({
  sql: BY_IDS,
  bindings: [JSON.stringify(ids)],
});

const lettersOf = (word: string): number => [...word].length;

/** Signs alone are no word. */
const wordsOf = (text: string): string[] =>
  text
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, MAX_WORDS)
    .map((word) => [...word].slice(0, MAX_LETTERS).join(""));

/** The words as an FTS5 expression, in quotes so that operators are text; null when all of them are single letters. */
function termsOf(words: readonly string[], digits: string | null): string | null {
  const terms = words
    .filter((word) => lettersOf(fold(word)) > 1)
    .map((word) => (lettersOf(fold(word)) === 2 ? ` ${word}` : word))
    .map((word) => `"${word.replaceAll('"', '""')}"`)
    .join(" AND ");
  if (digits) return terms === "" ? `number : "${digits}"` : `number : "${digits}" OR (${terms})`;
  return terms === "" ? null : terms;
}

/** The terms of the index that are made of a blank, this letter and any other. */
const rangeOf = (letter: string): [string, string] => [` ${letter}`, ` ${letter}\u{10ffff}`];

function matcher(words: readonly string[], digits: string | null): ContactSearch["matches"] {
  // A blank in front: at the beginning of a word.
  const wanted = words.map(fold).map((word) => (lettersOf(word) > 2 ? word : ` ${word}`));
  return ({ name, number, email }) => {
    if (digits && number?.includes(digits)) return true;
    const texts = [` ${fold(name)}`, ` ${number ?? ""}`, ` ${fold(email)}`];
    return wanted.every((word) => texts.some((text) => text.includes(word)));
  };
}

/** The index knows nothing of single letters beside other words. */
function exact(
  db: Db,
  found: readonly Found[],
  isExact: boolean,
  matches: ContactSearch["matches"],
): number[] {
  const ids = found.map(({ id }) => id);
  if (isExact) return ids;
  return all<SearchedContact & { id: number }>(db, TEXTS, JSON.stringify(ids))
    .filter(matches)
    .map(({ id }) => id);
}

const highestId = (db: Db): number => one<{ n: number | null }>(db, HIGHEST_ID)?.n ?? 1;
