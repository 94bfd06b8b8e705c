import * as v from "valibot";
import { plainName } from "#platform/http/contract.ts";

export const QueueRef = v.object({ id: v.number(), name: v.string(), color: v.string() });
export type QueueRef = v.InferOutput<typeof QueueRef>;

/** Specification 001 section 3; texts are free, "" when empty. */
export const QueueAnswer = v.object({
  ...QueueRef.entries,
  orderQueue: v.number(),
  greetingMessage: v.string(),
  complationMessage: v.string(),
  outOfHoursMessage: v.string(),
  ratingMessage: v.string(),
  token: v.string(),
  integrationId: v.nullable(v.number()),
  promptId: v.nullable(v.number()),
});
export type QueueAnswer = v.InferOutput<typeof QueueAnswer>;

const Text = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(4000))));
/** Name 2-50, colour 3-9 characters (specification 001 section 5). */
export const QueueBody = v.object({
  name: plainName(2, 50),
  color: v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(9), v.regex(/^#[0-9a-fA-F]{3,8}$/)),
  orderQueue: v.optional(
    v.nullable(v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.integer())),
  ),
  greetingMessage: Text,
  complationMessage: Text,
  outOfHoursMessage: Text,
  ratingMessage: Text,
});
export type QueueBody = v.InferOutput<typeof QueueBody>;
/** Absent fields keep their value. */
export const UpdateQueueBody = v.partial(QueueBody);
export type UpdateQueueBody = v.InferOutput<typeof UpdateQueueBody>;
