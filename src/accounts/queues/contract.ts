import * as v from "valibot";
import { OpeningHours, OpeningSpan } from "#accounts/opening-hours/contract.ts";
import { OptionalId, plainName, ShortText } from "#platform/http/contract.ts";
import { isShortColor } from "./color/contract.ts";

export { OptionsDraft } from "./options/contract.ts";

export const QueueRef = v.object({ id: v.number(), name: v.string(), color: v.string() });
export type QueueRef = v.InferOutput<typeof QueueRef>;

/** A queue (docs/rules/users.md#reading); absent texts are "". */
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
  schedules: v.array(OpeningSpan),
  allowDistributedTickets: v.boolean(),
  /** User ids joined by `;`, in the order of distribution. */
  usersDistributedTickets: v.string(),
  /** Signed URL and name of the greeting's file; null without one. */
  mediaPath: v.nullable(v.string()),
  mediaName: v.nullable(v.string()),
  /** Whether the queue has an option tree. */
  hasOptions: v.boolean(),
});
export type QueueAnswer = v.InferOutput<typeof QueueAnswer>;

const Text = v.optional(v.nullable(v.pipe(v.string(), v.maxLength(4000))));
/** `"1;5;9"` or a list of ids; duplicates are dropped, the order is kept. */
const UserList = v.pipe(
  v.union([
    v.pipe(v.string(), v.maxLength(10_000)),
    v.pipe(v.array(v.union([v.number(), ShortText])), v.maxLength(1000)),
  ]),
  v.transform((sent) => (typeof sent === "string" ? sent.split(";") : sent)),
  v.transform((parts) => parts.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0)),
  v.transform((ids): readonly number[] => [...new Set(ids)]),
);

/** `GET /queue/{id}/uses`: number of rows that deleting the queue would affect. */
export const QueueUses = v.object({
  /** Tickets that are not closed: they must be moved to another queue. */
  tickets: v.number(),
  users: v.number(),
  connections: v.number(),
  /** Options of its own option tree, which are deleted with it. */
  options: v.number(),
  /** Options of other queues whose target is this queue. */
  leads: v.number(),
});
export type QueueUses = v.InferOutput<typeof QueueUses>;

/** Name 2-50, colour 3-9 characters (docs/rules/forms.md#lengths). */
export const QueueBody = v.object({
  name: plainName(2, 50),
  color: v.pipe(v.string(), v.trim(), v.minLength(3), v.maxLength(9), v.check(isShortColor)),
  orderQueue: v.optional(
    v.nullable(v.pipe(v.union([v.number(), ShortText]), v.transform(Number), v.integer())),
  ),
  greetingMessage: Text,
  complationMessage: Text,
  outOfHoursMessage: Text,
  ratingMessage: Text,
  token: v.optional(v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(255)))),
  integrationId: v.optional(OptionalId),
  promptId: v.optional(OptionalId),
  schedules: v.optional(OpeningHours),
  allowDistributedTickets: v.optional(v.boolean()),
  usersDistributedTickets: v.optional(v.nullable(UserList)),
});
export type QueueBody = v.InferOutput<typeof QueueBody>;
/** Absent fields keep their value. */
export const UpdateQueueBody = v.partial(QueueBody);
export type UpdateQueueBody = v.InferOutput<typeof UpdateQueueBody>;
