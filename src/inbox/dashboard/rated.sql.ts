import { DETRACTORS_UP_TO, RATING_SCALES, type RatingScale } from "#inbox/tickets/contract.ts";

interface RatedColumns {
  readonly rated: string;
  readonly rateSum: string;
  readonly satisfied: string;
  /** Column of the detractors; only for `nps`. */
  readonly detractors: string | null;
}

/** The columns of the totals with the ratings of each scale; scales are never added up (docs/rules/ratings.md#scales). */
export const RATED: Readonly<Record<RatingScale, RatedColumns>> = {
  three: { rated: "rated", rateSum: "rate_sum", satisfied: "satisfied", detractors: null },
  five: { rated: "rated_five", rateSum: "rate_sum_five", satisfied: "satisfied_five", detractors: null },
  nps: { rated: "rated_nps", rateSum: "rate_sum_nps", satisfied: "satisfied_nps", detractors: "detractors" },
};
const SCALES = ["three", "five", "nps"] as const;

/** All of these columns. */
export const RATED_COLUMNS = [
  ...["rated", "rate_sum", "satisfied", "rated_five", "rate_sum_five", "satisfied_five"],
  ...["rated_nps", "rate_sum_nps", "satisfied_nps", "detractors"],
] as readonly RatedColumn[];
export type RatedColumn = `${"rated" | "rate_sum" | "satisfied"}${"" | "_five" | "_nps"}` | "detractors";

/** SQL for the values that one rating adds to each column, given the SQL of its rate and scale. */
export function ratedValues(rate: string, scale: string): string {
  const values = SCALES.flatMap((name) => {
    const { rated, rateSum, satisfied, detractors } = RATED[name];
    const isOf = `${scale} = '${name}'`;
    return [
      `${isOf} AS ${rated}`,
      `CASE WHEN ${isOf} THEN ${rate} ELSE 0 END AS ${rateSum}`,
      `(${isOf} AND ${rate} >= ${RATING_SCALES[name].satisfiedFrom}) AS ${satisfied}`,
      ...(detractors ? [`(${isOf} AND ${rate} <= ${DETRACTORS_UP_TO}) AS ${detractors}`] : []),
    ];
  });
  return values.join(", ");
}
