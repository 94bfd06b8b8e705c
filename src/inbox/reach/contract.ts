import * as v from "valibot";
import { RestrictionAnswer } from "#channels/connections/contract.ts";
import { Instant } from "#platform/http/contract.ts";

/** Why a number is not healthy (docs/rules/reach.md#doctor). */
const HEALTH_REASONS = [
  "restricted",
  "restricted_lately",
  "first_warning",
  "second_warning",
  "silent",
  "same_text",
  "not_on_whatsapp",
  "opt_outs",
  "failures",
  "linked_lately",
] as const;
export const HealthReason = v.picklist(HEALTH_REASONS);
export type HealthReason = v.InferOutput<typeof HealthReason>;

/** The network's limit of new chats; `total` null = none. */
const QuotaAnswer = v.object({
  type: v.string(),
  status: v.string(),
  total: v.nullable(v.number()),
  used: v.number(),
  startsAt: v.nullable(Instant),
  endsAt: v.nullable(Instant),
});

/** `GET /whatsapp/{id}/reach`. Every user gets kind and end of restrictions; the numbers are for admins. */
export const ReachAnswer = v.object({
  restrictions: v.array(RestrictionAnswer),
  /** True while messages to contacts who never wrote are held. */
  holdsNewChats: v.boolean(),
  /** Messages that wait for the end of a restriction or for the budget. */
  held: v.optional(v.number()),
  quota: v.optional(v.array(QuotaAnswer)),
  /** The company's own limit of new chats per day; `limit` null = none. */
  own: v.optional(
    v.object({
      limit: v.nullable(v.number()),
      used: v.number(),
      resetsAt: Instant,
      /** Limits of the next days; the last one applies from then on. Empty = no limit. */
      coming: v.optional(v.array(v.number())),
    }),
  ),
  /** New chats that may be started now; null = no limit. */
  left: v.optional(v.nullable(v.number())),
  health: v.optional(
    v.object({
      /** 0 to 100; 100 = healthy. */
      score: v.number(),
      reasons: v.array(
        v.object({
          code: HealthReason,
          weight: v.number(),
          /** One sentence in the company's language. */
          advice: v.string(),
        }),
      ),
    }),
  ),
});
export type ReachAnswer = v.InferOutput<typeof ReachAnswer>;
