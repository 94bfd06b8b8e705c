import { signal } from "@preact/signals-react";
import { columns } from "#web/inbox/tickets/layout-columns.ts";

/** State with three columns: the panel is open beside the conversation until the user closes it. */
const beside = signal(true);
/** State with fewer columns: id of the ticket over whose conversation the panel is open; null = closed. */
const over = signal<number | null>(null);

/** Whether the contact panel of a ticket is open: by default with three columns, else only on request. */
export function isDrawerOpen(ticketId: number): boolean {
  return columns.value === 3 ? beside.value : over.value === ticketId;
}

export function toggleDrawer(ticketId: number): void {
  if (columns.peek() === 3) beside.value = !beside.peek();
  else over.value = over.peek() === ticketId ? null : ticketId;
}
