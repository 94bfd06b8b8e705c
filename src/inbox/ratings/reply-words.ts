import type { SettledClose } from "#inbox/tickets/events.ts";
import { fold } from "#platform/text.ts";

/** 1 dissatisfied, 2 satisfied, 3 very satisfied (docs/rules/ratings.md#answers). */
export type Rate = 1 | 2 | 3;

/** Replies for each rating, normalised by `fold`: digits, number words, and the choices of the rating request, in three languages. */
const SAID: Readonly<Record<Rate, readonly string[]>> = {
  1: [
    ...["1", "um", "uma", "one", "uno", "una"],
    ...["insatisfeito", "insatisfeita", "dissatisfied", "unsatisfied", "insatisfecho", "insatisfecha"],
  ],
  2: [
    ...["2", "dois", "duas", "two", "dos"],
    ...["satisfeito", "satisfeita", "satisfied", "satisfecho", "satisfecha"],
  ],
  3: [
    ...["3", "tres", "three"],
    ...["muito satisfeito", "muito satisfeita", "very satisfied", "muy satisfecho", "muy satisfecha"],
  ],
};
const RATES: ReadonlyMap<string, Rate> = new Map(
  ([1, 2, 3] as const).flatMap((rate) => SAID[rate].map((word) => [word, rate] as const)),
);

/**
 * Returns the rating that a text states: exactly 1, 2 or 3 as digit, digit emoji or word, ignoring case and accents;
 * else undefined.
 */
export const rateOf = (text: string): Rate | undefined => RATES.get(fold(text).replace(/\s+/g, " "));

/**
 * True when a rating is requested at the end of an attendance (docs/rules/ratings.md#answers): ratings are enabled, the
 * chat is no group, a person or the send API closed the ticket, and both an attendant and the contact took part.
 * Otherwise the completion text is sent at once.
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
