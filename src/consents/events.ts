import { defineEvent } from "#platform/events/define-event.ts";
import type { Ticket } from "#tickets/index.ts";

/** Told about their data, somebody answered that they do not want to hear of us. */
export const ConsentWithdrawn = defineEvent<{ readonly contactId: number; readonly ticket: Ticket }>(
  "consent.withdrawn",
);
