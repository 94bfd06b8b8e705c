import { foldCase } from "#web/lib/format/fold-case.ts";

/** A piece of text, and whether it matches the search. */
export interface Stretch {
  readonly text: string;
  readonly hit: boolean;
}

/** Words of a search without case and accents, as the server searches them (docs/rules/general.md#search). */
export function searchWords(search: string): string[] {
  return foldCase(search)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** What stands for mentioned people and queues in a note, as `highlight` searches it. */
export const mentionWords = (mentions: readonly { readonly name: string }[]): string[] =>
  mentions.map(({ name }) => foldCase(`@${name}`).replace(/[\^$.*+?()[\]{}|/]/g, "\\$&"));

/** Splits a text at the words (without case and accents) that begin a word, so that they can be highlighted. */
export function highlight(text: string, words: readonly string[]): Stretch[] {
  if (words.length === 0 || text === "") return [{ text, hit: false }];
  const folded = foldCase(text);
  // Words of a search are letters and digits; those of mentions are escaped.
  const longest = [...words].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${longest.join("|")})`, "gu");
  const stretches: Stretch[] = [];
  let at = 0;
  for (const found of folded.matchAll(pattern)) {
    if (found.index > at) stretches.push({ text: text.slice(at, found.index), hit: false });
    at = found.index + found[0].length;
    stretches.push({ text: text.slice(found.index, at), hit: true });
  }
  if (at < text.length) stretches.push({ text: text.slice(at), hit: false });
  return stretches;
}

/** The server encloses a hit in U+E000 and U+E001. */
export function snippetStretches(snippet: string): Stretch[] {
  return snippet
    .split(/(\uE000[^\uE001]*\uE001)/u)
    .filter((part) => part !== "")
    .map((part) =>
      part.startsWith("\uE000") ? { text: part.slice(1, -1), hit: true } : { text: part, hit: false },
    );
}
