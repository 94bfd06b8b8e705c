import type { Ticket } from "#inbox/tickets/index.ts";
import { defineEvent } from "#platform/events/define-event.ts";

/** Told about their data, somebody answered that they do not want to hear of us. */
export const ConsentWithdrawn = defineEvent<{ readonly contactId: number; readonly ticket: Ticket }>(
  "consent.withdrawn",
);
