import { signal } from "@preact/signals-react";
import { columns } from "#web/inbox/tickets/layout-columns.ts";

/** Beside the conversation: from the start, until the person closes it. */
const beside = signal(true);
/** Over the conversation of this ticket, when opened; closed with it. */
const over = signal<number | null>(null);

/** Whether the contact of a ticket is shown: on wide pages by default, elsewhere when opened. */
export function isDrawerOpen(ticketId: number): boolean {
  return columns.value === 3 ? beside.value : over.value === ticketId;
}

export function toggleDrawer(ticketId: number): void {
  if (columns.peek() === 3) beside.value = !beside.peek();
  else over.value = over.peek() === ticketId ? null : ticketId;
}
