import { defineEvent } from "#platform/events/define-event.ts";
import type { Rate } from "./reply-words.ts";

/** A customer rated an attendance. */
export const TicketRated = defineEvent<{
  readonly ticketId: number;
  readonly userId: number;
  readonly rate: Rate;
}>("ticket.rated");
