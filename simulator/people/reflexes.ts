import type { Random } from "./random.ts";

const OPTION = /^\W*(\d)\W*\s*[-–.]\s*(\S.*)$/gmu;

export interface Choice {
  readonly number: number;
  readonly words: string;
}

/** The menu lines in a text (`*1* - Encomendas`), without the way back (`*0*`). */
export function offeredLines(text: string): Choice[] {
  return [...text.matchAll(OPTION)]
    .map(([, digit, words = ""]) => ({ number: Number(digit), words }))
    .filter(({ number }) => number > 0);
}

/** The numbers of the menu lines. */
export const offeredChoices = (text: string): number[] => offeredLines(text).map(({ number }) => number);

/** The menu line that matches the person's keywords; undefined when none matches. */
export const meant = (lines: readonly Choice[], wishes: readonly string[]): Choice | undefined =>
  lines.find(({ words }) => wishes.some((wish) => words.toLowerCase().includes(wish.toLowerCase())));

/** True for the request to rate an attendance from 1 to 3. */
export function asksForRating(text: string): boolean {
  return /satisfeito/i.test(text) && offeredChoices(text).length === 3;
}

/** A rating; most are good. */
export function ratingOf(random: Random): string {
  if (random.chance(0.65)) return "3";
  return random.chance(0.6) ? "2" : "1";
}
