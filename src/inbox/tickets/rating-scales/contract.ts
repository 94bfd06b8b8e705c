/** The scale of a rating (docs/rules/ratings.md#scales). Figures of different scales are never added up. */
export type RatingScale = "three" | "five" | "nps";

interface ScaleBounds {
  readonly lowest: number;
  readonly highest: number;
  /** Ratings of at least this value count as satisfied; on the scale `nps`, as promoters. */
  readonly satisfiedFrom: number;
  /** Highest rating of the lower third of the scale. */
  readonly lowUpTo: number;
}

export const RATING_SCALES: Readonly<Record<RatingScale, ScaleBounds>> = {
  three: { lowest: 1, highest: 3, satisfiedFrom: 2, lowUpTo: 1 },
  five: { lowest: 1, highest: 5, satisfiedFrom: 4, lowUpTo: 2 },
  nps: { lowest: 0, highest: 10, satisfiedFrom: 9, lowUpTo: 3 },
};

/** Ratings on the scale `nps` up to this value are detractors. */
export const DETRACTORS_UP_TO = 6;

/** All ratings of a scale, the lowest first. */
export function ratesOf(scale: RatingScale): readonly number[] {
  const { lowest, highest } = RATING_SCALES[scale];
  return Array.from({ length: highest - lowest + 1 }, (_, index) => lowest + index);
}
