import { fold } from "#platform/text.ts";

/** A word as it is compared: without case, accents, skin tones, and what ends a sentence. */
export const plainWord = (text: string): string =>
  fold(text)
    .replace(/[\u{1f3fb}-\u{1f3ff}\ufe0f]/gu, "")
    .replace(/[\s.!,]+$/u, "");

/** Whether a reply consists of an opt-out keyword only (docs/rules/campaigns.md#opt-out). */
export const isOptOut = (text: string | null, words: readonly string[]): boolean => {
  const word = plainWord(text ?? "");
  return word !== "" && words.some((known) => plainWord(known) === word);
};
