import * as v from "valibot";
import { Instant, ShortText } from "#platform/http/contract.ts";

/** What ends a snooze: its time, the customer's next message, or the first of both (docs/rules/tickets.md#snooze). */
export const SnoozeMode = v.picklist(["time", "reply", "either"]);
export type SnoozeMode = v.InferOutput<typeof SnoozeMode>;
export const WokenBy = v.picklist(["time", "reply", "follow_up"]);
export type WakeReason = v.InferOutput<typeof WokenBy> | "person";

/** `PUT /tickets/{id}/snooze` (docs/rules/tickets.md#snooze). */
export const SnoozeBody = v.object({
  mode: SnoozeMode,
  /** 5 minutes to 365 days ahead, ISO or `YYYY-MM-DDTHH:mm` in the company's time zone; not needed for `reply`. */
  until: v.optional(v.nullable(ShortText)),
  /** The customer's last message that the caller saw: 409 ERR_TICKET_CHANGED when a newer one has arrived. */
  lastCustomerMessageAt: v.optional(v.nullable(v.pipe(ShortText, v.isoTimestamp()))),
});
export type SnoozeBody = v.InferOutput<typeof SnoozeBody>;

/** Times that the picker of a snooze offers, soonest first; without times outside opening hours. */
export const SnoozeTimes = v.object({
  times: v.array(
    v.object({ id: v.picklist(["hour", "afternoon", "tomorrow", "week", "month"]), at: Instant }),
  ),
});
export type SnoozeTimes = v.InferOutput<typeof SnoozeTimes>;
