import { foldCase } from "#web/lib/format/fold-case.ts";

/** One emoji in the server's data file (`/emoji/{language}/data.json`). */
export interface EmojiData {
  readonly emoji: string;
  readonly label: string;
  readonly tags?: readonly string[];
  readonly order?: number;
  /** Version of the emoji standard. */
  readonly version: number;
  readonly skins?: readonly { readonly emoji: string; readonly tone: number | readonly number[] }[];
}
export interface FoundEmoji {
  readonly emoji: string;
  readonly label: string;
}

/** Newest emoji version that current phones can show. */
export const NEWEST_VERSION = 15;
const TONES = ["none", "light", "medium-light", "medium", "medium-dark", "dark"];
const MOST = 90;

const wordsOf = (text: string): readonly string[] =>
  foldCase(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * Emojis of which a word of the name or of a tag begins with each typed word, without case and accents; by name first. `tone`: name of
 * the chosen skin tone.
 */
export function findEmojis(all: readonly EmojiData[], typed: string, tone: string): readonly FoundEmoji[] {
  const wanted = wordsOf(typed);
  if (wanted.length === 0) return [];
  const begins = (words: readonly string[]) =>
    wanted.every((start) => words.some((word) => word.startsWith(start)));
  const found: { readonly data: EmojiData; readonly rank: number }[] = [];
  for (const data of all) {
    // Single regional indicator letters have no order in the data: they are not offered, only flags made of two of them.
    if (data.version > NEWEST_VERSION || data.order === undefined) continue;
    const name = wordsOf(data.label);
    const rank = begins(name) ? 0 : begins([...name, ...(data.tags ?? []).flatMap(wordsOf)]) ? 1 : 2;
    if (rank < 2) found.push({ data, rank });
  }
  return found
    .sort((a, b) => a.rank - b.rank || (a.data.order ?? 0) - (b.data.order ?? 0))
    .slice(0, MOST)
    .map(({ data }) => ({ emoji: inTone(data, tone), label: data.label }));
}

function inTone({ emoji, skins }: EmojiData, tone: string): string {
  const wanted = TONES.indexOf(tone);
  return wanted < 1 ? emoji : (skins?.find((skin) => skin.tone === wanted)?.emoji ?? emoji);
}
