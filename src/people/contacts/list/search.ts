import type { Db } from "#platform/db/database.ts";
import { fillBeforeSearch } from "#platform/db/late-index.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { fold } from "#platform/text.ts";
import * as sql from "./list.sql.ts";

/** The fields of a contact that a search compares. */
export interface SearchedContact {
  readonly name: string;
  readonly number: string | null;
  readonly email: string;
}

/** One search among the contacts of a company (docs/rules/search.md#names). */
export interface ContactSearch {
  /** True for exactly the contacts that match. */
  readonly condition: sql.ContactCondition;
  /** Number of matching contacts; null when there are more than `MAX_COUNTED`. */
  readonly count: number | null;
  /** Estimated share of all contacts that match, 0 to 1. */
  readonly share: number;
  matches(contact: SearchedContact): boolean;
}

/** Assumed share of matching contacts for a single letter with more than `MAX_COUNTED` matches. */
const SHARE_OF_INITIAL = 0.05;
/** Limits of a search text; more words or letters make the search slower but not more precise. */
const MAX_WORDS = 8;
const MAX_LETTERS = 60;

/** The digits of a typed phone number; null when the text is not a number. */
export function typedDigits(text: string): string | null {
  const digits = text.replace(/[\s().+-]/g, "");
  return /^\d{3,20}$/.test(digits) ? digits : null;
}

/**
 * Searches contacts whose name, number or e-mail contains each typed word, ignoring case and accents. Words
 * of one or two letters match only at the beginning of a word. A typed telephone number is found anywhere in
 * a number. Null = no filter.
 */
export function searchContacts(db: Db, searchParam: string): ContactSearch | null {
  const text = searchParam.replaceAll("\0", "").trim();
  if (text === "") return null;
  const words = searchWords(text);
  if (words.length === 0) return NO_MATCH;
  const digits = typedDigits(text);
  const matches = matcher(words, digits);
  const terms = termsOf(words, digits);
  const initials = words.map(fold).filter((word) => lettersOf(word) === 1);
  fillBeforeSearch(db, "contact");
  const byTerms = (found: string) => queryAll(db, sql.firstByTerms, { terms: found });
  const byWords = (found: string | null) =>
    found ? byTerms(found) : firstByInitial(db, initials[0] as string);
  // An FTS5 expression cannot contain single letters, so contacts with the digits and contacts with the words are searched separately.
  const first =
    digits !== null && initials.length > 0
      ? [...byTerms(sql.numberTerm(digits)), ...byWords(termsOf(words, null))]
      : byWords(terms);
  if (first.length <= sql.MAX_COUNTED) {
    // With only words, or only one single letter, the index has already returned exactly the matches.
    const isExact = initials.length === (terms || digits ? 0 : 1);
    const ids = withUsernames(db, words, exact(db, first, isExact, matches));
    const condition = sql.byIds(JSON.stringify(ids));
    return { condition, count: ids.length, share: ids.length / highestId(db), matches };
  }
  return {
    condition: conditionOf(words, digits, initials),
    count: null,
    share: terms ? sql.MAX_COUNTED / (first.at(-1)?.id ?? 1) : SHARE_OF_INITIAL,
    matches,
  };
}

/** The words and the digits as SQL. */
function conditionOf(
  words: readonly string[],
  digits: string | null,
  initials: readonly string[],
): sql.ContactCondition {
  // An FTS5 expression cannot contain single letters, so the digits are a condition of their own.
  const byDigits = digits !== null && initials.length > 0 ? sql.byNumber(digits) : null;
  const terms = termsOf(words, byDigits ? null : digits);
  const ofWords = joined(" AND ", [
    ...(terms ? [sql.byTerms(terms)] : []),
    ...initials.map((initial, index) => sql.byInitial(rangeOf(initial), index)),
  ]);
  return byDigits ? joined(" OR ", [byDigits, ofWords]) : ofWords;
}

const joined = (
  word: " AND " | " OR ",
  conditions: readonly sql.ContactCondition[],
): sql.ContactCondition => ({
  sql: `(${conditions.map((condition) => condition.sql).join(word)})`,
  params: Object.assign({}, ...conditions.map(({ params }) => params)),
});

/** The ids of all contacts that match the condition of a search. */
export const matchingContactIds = (db: Db, { sql: condition, params }: sql.ContactCondition): Set<number> =>
  new Set(queryAll(db, sql.matchingIds(condition), params).map(({ id }) => id));

function firstByInitial(db: Db, initial: string) {
  const [from, end] = rangeOf(initial);
  return queryAll(db, sql.firstByInitial, { from, end });
}

const NO_MATCH: ContactSearch = {
  condition: { sql: "0", params: {} },
  count: 0,
  share: 0,
  matches: () => false,
};

const lettersOf = (word: string): number => [...word].length;

/** A text without letters and digits is not a word. */
const searchWords = (text: string): string[] =>
  text
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, MAX_WORDS)
    .map((word) => [...word].slice(0, MAX_LETTERS).join(""));

/**
 * The words as an FTS5 expression, quoted so that operators are text; null when all words are single letters.
 */
function termsOf(words: readonly string[], digits: string | null): string | null {
  const terms = words
    .filter((word) => lettersOf(fold(word)) > 1)
    .map((word) => (lettersOf(fold(word)) === 2 ? ` ${word}` : word))
    .map((word) => `"${word.replaceAll('"', '""')}"`)
    .join(" AND ");
  if (digits) return terms === "" ? sql.numberTerm(digits) : `${sql.numberTerm(digits)} OR (${terms})`;
  return terms === "" ? null : terms;
}

/** The range of index terms that consist of a space, this letter and any character. */
const rangeOf = (letter: string): [string, string] => [` ${letter}`, ` ${letter}\u{10ffff}`];

function matcher(words: readonly string[], digits: string | null): ContactSearch["matches"] {
  // A leading space restricts the match to the beginning of a word.
  const wanted = words.map(fold).map((word) => (lettersOf(word) > 2 ? word : ` ${word}`));
  return ({ name, number, email }) => {
    if (digits && number?.includes(digits)) return true;
    const texts = [` ${fold(name)}`, ` ${number ?? ""}`, ` ${fold(email)}`];
    return wanted.every((word) => texts.some((text) => text.includes(word)));
  };
}

/** Adds the contacts whose username begins with the only typed word, with or without `@`. */
function withUsernames(db: Db, words: readonly string[], ids: number[]): number[] {
  const name = words.length === 1 ? (words[0] ?? "").replace(/^@/, "").toLowerCase() : "";
  if (!USERNAME.test(name)) return ids;
  const found = queryAll(db, sql.byUsername, { from: name, end: `${name}\u{10ffff}` });
  return found.length === 0 ? ids : [...new Set([...ids, ...found.map(({ id }) => id)])];
}
const USERNAME = /^[a-z0-9._]{3,40}$/;

/** Applies `matches` in memory, because the index cannot combine single letters with other words. */
function exact(
  db: Db,
  found: readonly { readonly id: number }[],
  isExact: boolean,
  matches: ContactSearch["matches"],
): number[] {
  const ids = found.map(({ id }) => id);
  if (isExact) return ids;
  return queryAll(db, sql.searchedTexts, { ids: JSON.stringify(ids) })
    .filter(matches)
    .map(({ id }) => id);
}

const highestId = (db: Db): number => queryOne(db, sql.highestId)?.n ?? 1;
