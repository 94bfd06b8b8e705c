import * as v from "valibot";
import { UserRef } from "#accounts/users/contract.ts";
import { Instant, MAX_IDS, PageNumber, PureDate, ShortText } from "#platform/http/contract.ts";

/** The periods that the page offers, in days up to today (docs/rules/screens.md#dashboard). */
export const PERIOD_DAYS = [3, 7, 15, 30, 60, 90] as const;
/** Maximum length of a period, days (docs/rules/dashboard.md#period). */
export const MAX_PERIOD_DAYS = 366;

/** Ids as a JSON array, as one number, or separated by commas; `null` among queues = without queue. */
const IdList = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(4000),
    v.transform((text) => (text === "" ? "[]" : /^[\d,]+$/.test(text) ? `[${text}]` : text)),
    v.parseJson(),
    v.union([
      v.pipe(v.array(v.unknown()), v.maxLength(MAX_IDS)),
      v.pipe(
        v.unknown(),
        v.transform((one) => [one]),
      ),
    ]),
    v.pipe(v.array(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1)))), v.maxLength(MAX_IDS)),
  ),
);

export const DashboardQuery = v.object({
  /** Number of whole days up to and including today. */
  days: v.optional(ShortText),
  /** `YYYY-MM-DD` in the company's time zone; an invalid date is ignored. */
  date_from: v.optional(ShortText),
  date_to: v.optional(ShortText),
  queueIds: IdList,
  whatsappIds: IdList,
  tagIds: IdList,
});
export type DashboardQuery = v.InferOutput<typeof DashboardQuery>;

export const TicketsDayQuery = v.object({
  ...DashboardQuery.entries,
  /** One day: the answer has its hours. */
  date: v.optional(ShortText),
});
export type TicketsDayQuery = v.InferOutput<typeof TicketsDayQuery>;

export const RatingScaleName = v.picklist(["three", "five", "nps"]);

/** Figures of the ratings of one scale (docs/rules/ratings.md#figures). */
export const RatingFigures = v.object({
  rated: v.number(),
  /** One decimal; null = no rating. */
  mean: v.nullable(v.number()),
  /** Share of satisfied, whole percent; on `nps` the share of promoters. */
  satisfied: v.nullable(v.number()),
  /** Promoters minus detractors, -100 to 100; null on other scales than `nps`. */
  nps: v.nullable(v.number()),
});
export type RatingFigures = v.InferOutput<typeof RatingFigures>;

/** Figures of a period. Times are means in minutes, rounded; 0 = no attendance to measure. */
const periodCounters = {
  supportFinished: v.number(),
  leads: v.number(),
  avgSupportTime: v.number(),
  avgWaitTime: v.number(),
  avgFirstResponse: v.number(),
};
export const PeriodCounters = v.object(periodCounters);
export type PeriodCounters = v.InferOutput<typeof PeriodCounters>;

const Counters = v.object({
  /** The current number of tickets, independent of the period. */
  supportPending: v.number(),
  supportHappening: v.number(),
  ...periodCounters,
});

export const AttendantFigures = v.object({
  ...UserRef.entries,
  /** Mean of the ratings on the scale `ratingScale`, one decimal; null = not rated. */
  rating: v.nullable(v.number()),
  /** Promoters minus detractors, -100 to 100; null on other scales than `nps`, or when not rated. */
  nps: v.optional(v.nullable(v.number())),
  /** Minutes. */
  avgSupportTime: v.number(),
  /** Number of finished attendances. */
  tickets: v.number(),
  online: v.boolean(),
});
export type AttendantFigures = v.InferOutput<typeof AttendantFigures>;

/** Whole days in the company's time zone, both included. */
export const Period = v.object({ from: PureDate, to: PureDate });
export type Period = v.InferOutput<typeof Period>;

export const DashboardAnswer = v.object({
  counters: Counters,
  /** The previous period: the same number of days, ending the day before `period`. */
  previous: PeriodCounters,
  /** The scale that the company uses now: ratings of other scales are not in this answer. */
  ratingScale: v.optional(RatingScaleName),
  attendants: v.array(AttendantFigures),
  /** Number of attendances begun today, by hour in the company's time zone. */
  hours: v.array(v.number()),
  period: Period,
  previousPeriod: Period,
});
export type DashboardAnswer = v.InferOutput<typeof DashboardAnswer>;

export const TicketsDayAnswer = v.object({
  count: v.number(),
  /** 24 numbers (hours) when the period is one day. */
  hours: v.nullable(v.array(v.number())),
  /** One row per day when the period is longer than a day. */
  days: v.nullable(v.array(v.object({ date: PureDate, count: v.number() }))),
});
export type TicketsDayAnswer = v.InferOutput<typeof TicketsDayAnswer>;

export const LeadsQuery = v.object({ ...DashboardQuery.entries, pageNumber: PageNumber });
export type LeadsQuery = v.InferOutput<typeof LeadsQuery>;
export const LeadsAnswer = v.object({
  leads: v.array(v.object({ id: v.number(), name: v.string(), number: v.string(), createdAt: Instant })),
  hasMore: v.boolean(),
});
export type LeadsAnswer = v.InferOutput<typeof LeadsAnswer>;
