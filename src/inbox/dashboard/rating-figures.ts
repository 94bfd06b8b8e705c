import type { RatingScale } from "#inbox/tickets/contract.ts";
import type { RatingFigures } from "./contract.ts";
import type { Sums } from "./sums.ts";

const percent = (part: number, whole: number): number => Math.round((part / whole) * 100);

/** The figures of the ratings of one scale (docs/rules/ratings.md#figures). */
export function ratingFigures(
  { rated, rateSum, satisfied, detractors }: Pick<Sums, "rated" | "rateSum" | "satisfied" | "detractors">,
  scale: RatingScale,
): RatingFigures {
  if (rated === 0) return { rated, mean: null, satisfied: null, nps: null };
  return {
    rated,
    mean: Math.round((rateSum / rated) * 10) / 10,
    satisfied: percent(satisfied, rated),
    nps: scale === "nps" ? percent(satisfied - detractors, rated) : null,
  };
}
