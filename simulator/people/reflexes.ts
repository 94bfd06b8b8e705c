import type { Random } from "./random.ts";

const OPTION = /^\W*(\d)\W*\s*[-–.]\s*\S/gmu;

/** Numbers of the lines a text offers to choose from (`*1* - Encomendas`). */
export function offeredChoices(text: string): number[] {
  return [...text.matchAll(OPTION)].map(([, digit]) => Number(digit));
}

/** True for the request to rate an attendance from 1 to 3. */
export function asksForRating(text: string): boolean {
  return /satisfeito/i.test(text) && offeredChoices(text).length === 3;
}

/** Most people are content. */
export function ratingOf(random: Random): string {
  if (random.chance(0.65)) return "3";
  return random.chance(0.6) ? "2" : "1";
}
