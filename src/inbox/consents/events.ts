import type { Ticket } from "#inbox/tickets/index.ts";
import { defineEvent } from "#platform/events/define-event.ts";

/** A contact replied to the privacy notice with an opt-out keyword. */
export const ConsentWithdrawn = defineEvent<{ readonly contactId: number; readonly ticket: Ticket }>(
  "consent.withdrawn",
);
