import { fold } from "#platform/text.ts";

/** Behaviour 16.4. */
const YES = ["sim", "s", "1", "ok", "quero", "pode", "claro", "aceito", "confirmo", "yes", "si", "👍"];
const NO = ["nao", "n", "2", "no"];

/** A word as it is compared: without case, accents, skin tones, and what ends a sentence. */
const plain = (text: string): string =>
  fold(text)
    .replace(/[\u{1f3fb}-\u{1f3ff}\ufe0f]/gu, "")
    .replace(/[\s.!,]+$/u, "");

/** What an answer to a request says; undefined = something else. */
export function answerOf(text: string | null, mode: "words" | "any"): "yes" | "no" | undefined {
  if (mode === "any") return "yes";
  const word = plain(text ?? "");
  if (YES.includes(word)) return "yes";
  return NO.includes(word) ? "no" : undefined;
}

/** Whether a reply is one of the words by which people leave, and nothing else (behaviour 16.5). */
export const isOptOut = (text: string | null, words: readonly string[]): boolean => {
  const word = plain(text ?? "");
  return word !== "" && words.some((known) => plain(known) === word);
};
