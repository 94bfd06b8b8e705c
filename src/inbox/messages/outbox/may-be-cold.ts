import type { Ticket } from "#inbox/tickets/index.ts";

/** Whether the contact may never have written on the ticket's connection; the rows decide. Groups never are cold. */
export const mayBeCold = (ticket: Ticket): boolean =>
  ticket.channel === "whatsapp" &&
  !ticket.isGroup &&
  (ticket.lastCustomerMessageAt === null || ticket.wroteElsewhere);
