import * as v from "valibot";
import { UserRef } from "#accounts/users/contract.ts";
import { DashboardQuery, Period } from "#inbox/dashboard/contract.ts";
import { OptionalId, PureDate } from "#platform/http/contract.ts";

/** The period as in `GET /dashboard`. With `userId` the answer also has the days of this person. */
export const WorkQuery = v.object({
  days: DashboardQuery.entries.days,
  date_from: DashboardQuery.entries.date_from,
  date_to: DashboardQuery.entries.date_to,
  userId: v.optional(OptionalId),
});
export type WorkQuery = v.InferOutput<typeof WorkQuery>;

const workTime = {
  onlineMs: v.number(),
  pausedMs: v.number(),
  /** The pauses by reason; null = without one. */
  pauses: v.array(v.object({ reasonId: v.nullable(v.number()), ms: v.number() })),
  /** Time with at least one open ticket that was not asleep, ms. */
  servingMs: v.number(),
  /** Number of finished attendances. */
  attendances: v.number(),
};
const WorkTimes = v.object(workTime);
export type WorkTimes = v.InferOutput<typeof WorkTimes>;

export const WorkAnswer = v.object({
  period: Period,
  /** False = working times are not recorded now (setting `trackWorkTime`). */
  isRecorded: v.boolean(),
  reasons: v.array(v.object({ id: v.number(), name: v.string() })),
  people: v.array(v.object({ user: UserRef, ...workTime })),
  /** The days of `userId`, newest first, without days that have no times; null without `userId`. */
  days: v.nullable(v.array(v.object({ date: PureDate, ...workTime }))),
});
export type WorkAnswer = v.InferOutput<typeof WorkAnswer>;
