import * as v from "valibot";
import { Instant } from "#platform/http/contract.ts";

/** End action of a follow-up when the customer has not answered its last step (docs/rules/follow-ups.md#end). */
export const FollowUpEndAction = v.picklist(["none", "resolve_silent", "resolve", "return"]);
export type FollowUpEndAction = v.InferOutput<typeof FollowUpEndAction>;
/** The follow-up that runs in a ticket. */
export const TicketFollowUp = v.object({
  name: v.string(),
  /** The step that is sent next, counted from 1. A number above `of` means that all steps are sent and only the end follows. */
  step: v.number(),
  of: v.number(),
  /** When the next step or the end is due; null while the last step is being sent. */
  nextAt: v.nullable(Instant),
  end: FollowUpEndAction,
});
export type TicketFollowUp = v.InferOutput<typeof TicketFollowUp>;
