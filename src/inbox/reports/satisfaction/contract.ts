import * as v from "valibot";
import { UserRef } from "#accounts/users/contract.ts";
import { DashboardQuery, Period, RatingFigures, RatingScaleName } from "#inbox/dashboard/contract.ts";
import { Instant, ShortText } from "#platform/http/contract.ts";

export const RatingsQuery = v.object({
  ...DashboardQuery.entries,
  /** `comments` = only ratings with a comment. */
  only: v.optional(v.picklist(["comments"])),
  scale: v.optional(RatingScaleName),
  /** The `next` of the previous page. */
  after: v.optional(ShortText),
});
export type RatingsQuery = v.InferOutput<typeof RatingsQuery>;

/** One rating of the list. */
export const RatingRow = v.object({
  id: v.number(),
  scale: RatingScaleName,
  rate: v.number(),
  comment: v.nullable(v.string()),
  createdAt: Instant,
  /** The attendant who was rated. */
  user: UserRef,
  contact: v.object({ id: v.number(), name: v.string() }),
  ticket: v.object({
    id: v.number(),
    uuid: v.string(),
    protocol: v.string(),
    messageId: v.nullable(v.number()),
  }),
});
export type RatingRow = v.InferOutput<typeof RatingRow>;

export const RatingsAnswer = v.object({
  /** The scale that the company currently uses. */
  current: RatingScaleName,
  period: Period,
  /** One entry per scale with ratings in the period, and the current one. */
  scales: v.array(
    v.object({
      scale: RatingScaleName,
      ...RatingFigures.entries,
      attendants: v.array(v.object({ ...UserRef.entries, ...RatingFigures.entries })),
    }),
  ),
  rows: v.array(RatingRow),
  /** `after` of the next page; null = this is the last one. */
  next: v.nullable(v.string()),
});
export type RatingsAnswer = v.InferOutput<typeof RatingsAnswer>;
