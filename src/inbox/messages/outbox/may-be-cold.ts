import type { Ticket } from "#inbox/tickets/index.ts";

/**
 * True when the contact may never have written on the ticket's connection; the stored messages decide. False for groups, which are
 * never cold.
 */
export const mayBeCold = (ticket: Ticket): boolean =>
  ticket.channel === "whatsapp" &&
  !ticket.isGroup &&
  (ticket.lastCustomerMessageAt === null || ticket.wroteElsewhere);
