/**
 * The form in which searches compare texts: trimmed, lower case, without accents (docs/rules/general.md#search). Also
 * the SQL function `fold`.
 */
export const fold = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** Control characters, and those that change the direction of the text around them. */
const INVISIBLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text of another party for one line: blanks joined, invisible characters removed, at most `length` characters. */
export const oneLine = (text: string, length: number): string =>
  [...text.replaceAll(/\s+/g, " ").replaceAll(INVISIBLE, "").trim()].slice(0, length).join("").trim();
