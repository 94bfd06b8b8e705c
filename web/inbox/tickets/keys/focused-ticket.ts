import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { lists } from "#web/inbox/tickets/store.ts";

/** The ticket whose row of the list has the keyboard, by itself or one of its buttons. */
export function focusedTicket(): TicketAnswer | undefined {
  const id = document.activeElement?.closest<HTMLElement>("[data-ticket]")?.dataset["ticket"];
  return lists.current
    .peek()
    ?.items.peek()
    .find((ticket) => String(ticket.id) === id);
}

/** The one that a verb is about: a waiting row that has the keyboard, else the open conversation. */
export function targetTicket(open: TicketAnswer | undefined): TicketAnswer | undefined {
  const row = focusedTicket();
  return row?.status === "pending" ? row : open;
}
