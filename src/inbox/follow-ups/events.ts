import type { Ticket } from "#inbox/tickets/index.ts";
import { defineEvent } from "#platform/events/define-event.ts";
import type { FollowUpEndReason } from "./contract.ts";
import type { FollowUp } from "./schema.ts";

/** `before` is null for a new follow-up. */
export const FollowUpSaved = defineEvent<{ readonly before: FollowUp | null; readonly after: FollowUp }>(
  "follow_up.saved",
);
export const FollowUpDeleted = defineEvent<{ readonly followUp: FollowUp }>("follow_up.deleted");
/** A run in a ticket ended. */
export const FollowUpEnded = defineEvent<{
  readonly ticket: Ticket;
  readonly runId: number;
  readonly reason: FollowUpEndReason;
}>("follow_up.ended");
