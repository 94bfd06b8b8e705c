import type { TicketAnswer, UpdateTicketBody } from "#inbox/tickets/contract.ts";
import { closeTicketPage } from "#web/inbox/tickets/paths.ts";
import { counts, lists } from "#web/inbox/tickets/store.ts";
import { updateTicket } from "#web/inbox/tickets/tickets-api.ts";
import { toast } from "#web/ui/toast/toast.ts";

/** Changes a ticket on the server and moves it to its new list. */
export async function changeTicket(ticket: TicketAnswer, body: UpdateTicketBody): Promise<TicketAnswer> {
  const changed = await updateTicket(ticket.id, body);
  showChanged(changed);
  return changed;
}

/** Moves a changed ticket to its list and updates the numbers of the lists. */
export function showChanged(changed: TicketAnswer): void {
  lists.place(changed);
  counts.touch();
}

/** Shows an error of `work` as a toast. */
export async function withErrorToast(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toast.failure(error);
  }
}

/** Goes to /tickets if the ticket is on screen: it was closed or returned. */
export function leaveTicket(ticket: TicketAnswer): void {
  if (globalThis.location.pathname === `/tickets/${ticket.uuid}`) closeTicketPage();
}
