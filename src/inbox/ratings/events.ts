import type { RatingScale } from "#inbox/tickets/contract.ts";
import { defineEvent } from "#platform/events/define-event.ts";

/** A customer wrote the comment of a rating. */
export const RatingCommented = defineEvent<{ readonly ticketId: number; readonly rate: number }>(
  "ticket.rating_commented",
);

/** A customer rated an attendance. */
export const TicketRated = defineEvent<{
  readonly ticketId: number;
  readonly userId: number;
  readonly scale: RatingScale;
  readonly rate: number;
}>("ticket.rated");
