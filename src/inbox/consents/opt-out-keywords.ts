import { fold } from "#platform/text.ts";

/** Normalises a text for comparison: without case, accents, skin tones and closing punctuation. */
export const plainWord = (text: string): string =>
  fold(text)
    .replace(/[\u{1f3fb}-\u{1f3ff}\ufe0f]/gu, "")
    .replace(/[\s.!,]+$/u, "");

/** True when a reply consists of nothing but an opt-out keyword (docs/rules/campaigns.md#opt-out). */
export const isOptOut = (text: string | null, words: readonly string[]): boolean => {
  const word = plainWord(text ?? "");
  return word !== "" && words.some((known) => plainWord(known) === word);
};
