import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { shownRows } from "#web/inbox/tickets/store.ts";

/** The ticket whose row, or a button in it, has the focus. */
export function focusedTicket(): TicketAnswer | undefined {
  const id = document.activeElement?.closest<HTMLElement>("[data-ticket]")?.dataset["ticket"];
  return shownRows.peek().find((ticket) => String(ticket.id) === id);
}

/** The target of an action: the focused waiting row, else the open conversation. */
export function targetTicket(open: TicketAnswer | undefined): TicketAnswer | undefined {
  const row = focusedTicket();
  return row?.status === "pending" ? row : open;
}
