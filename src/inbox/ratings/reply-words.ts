import { RATING_SCALES, type RatingScale, ratesOf } from "#inbox/tickets/contract.ts";
import type { SettledClose } from "#inbox/tickets/events.ts";
import { fold } from "#platform/text.ts";

/** Numbers as digits and words in three languages, normalised by `fold`; the index in the list is the number. */
const NUMBERS: readonly (readonly string[])[] = [
  ["0", "zero", "cero"],
  ["1", "um", "uma", "one", "uno", "una"],
  ["2", "dois", "duas", "two", "dos"],
  ["3", "tres", "three"],
  ["4", "quatro", "four", "cuatro"],
  ["5", "cinco", "five"],
  ["6", "seis", "six"],
  ["7", "sete", "seven", "siete"],
  ["8", "oito", "eight", "ocho"],
  ["9", "nove", "nine", "nueve"],
  ["10", "🔟", "dez", "ten", "diez"],
];
const DISSATISFIED = [
  "insatisfeito",
  "insatisfeita",
  "dissatisfied",
  "unsatisfied",
  "insatisfecho",
  "insatisfecha",
];
const SATISFIED = ["satisfeito", "satisfeita", "satisfied", "satisfecho", "satisfecha"];
const veryOf = (words: readonly string[]): readonly string[] =>
  words.flatMap((word) => ["muito", "very", "muy"].map((very) => `${very} ${word}`));
/** The choices of the rating request as words. */
const CHOICES: Readonly<Record<RatingScale, Readonly<Record<number, readonly string[]>>>> = {
  three: { 1: DISSATISFIED, 2: SATISFIED, 3: veryOf(SATISFIED) },
  five: {
    1: veryOf(DISSATISFIED),
    2: DISSATISFIED,
    3: ["neutro", "neutra", "neutral"],
    4: SATISFIED,
    5: veryOf(SATISFIED),
  },
  nps: {},
};
const wordsOf = (scale: RatingScale): ReadonlyMap<string, number> =>
  new Map(
    ratesOf(scale).flatMap((rate) =>
      [...(NUMBERS[rate] ?? []), ...(CHOICES[scale][rate] ?? [])].map((word) => [word, rate] as const),
    ),
  );
const RATES: Readonly<Record<RatingScale, ReadonlyMap<string, number>>> = {
  three: wordsOf("three"),
  five: wordsOf("five"),
  nps: wordsOf("nps"),
};

/**
 * Returns the rating that a text states: exactly one of the scale's numbers as digits, digit emoji or word, or one of
 * its choices, ignoring case and accents; else undefined.
 */
export const rateOf = (text: string, scale: RatingScale): number | undefined =>
  RATES[scale].get(fold(text).replace(/\s+/g, " "));

/** True when the reason of this rating is requested (docs/rules/ratings.md#comment). */
export const asksComment = (scale: RatingScale, rate: number, wanted: "off" | "low" | "always"): boolean =>
  wanted === "always" || (wanted === "low" && rate <= RATING_SCALES[scale].lowUpTo);

/**
 * True when a rating is requested at the end of an attendance (docs/rules/ratings.md#answers): ratings are enabled, the
 * chat is no group, a person or the send API closed the ticket, and both an attendant and the contact took part.
 * Otherwise the completion text is sent immediately.
 */
export const asksRating = (closing: Omit<SettledClose, "userId">, wanted: boolean): boolean =>
  wanted &&
  !closing.ticket.isGroup &&
  (closing.reason === "user" || closing.reason === "api") &&
  closing.tracking !== undefined &&
  closing.tracking.userId !== null &&
  closing.contactWrote;

/** Maximum number of characters of a goodbye. */
const LONGEST_FAREWELL = 20;
const FAREWELLS = [
  "obrigado",
  "obrigada",
  "valeu",
  "ok",
  "blz",
  "tchau",
  "ate logo",
  "de nada",
  "thank you",
  "thanks",
  "bye",
  "gracias",
  "adios",
  "👍",
  "🙏",
  "❤",
];
/** Characters allowed around the words; skin tones belong to their emoji. */
const AROUND = /^(?:[\s\p{P}~+]|[\u{1f3fb}-\u{1f3ff}])+/u;
const LETTER = /^[\p{L}\p{N}]/u;

/** True for a short goodbye: one or more words of the list in docs/rules/ratings.md#answers, with punctuation. */
export function isFarewell(text: string): boolean {
  if ([...text.trim()].length > LONGEST_FAREWELL) return false;
  let rest = fold(text).replace(AROUND, "");
  if (rest === "") return false;
  while (rest !== "") {
    const word = FAREWELLS.find((known) => rest.startsWith(known));
    if (word === undefined) return false;
    rest = rest.slice(word.length);
    if (LETTER.test(word) && LETTER.test(rest)) return false;
    rest = rest.replace(AROUND, "");
  }
  return true;
}
