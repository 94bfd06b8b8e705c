import { signal } from "@preact/signals-react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";

/** The ticket on which a macro is chosen (`macroId` null) or previewed; the ticket page shows the dialog. */
export const macroStart = signal<{ readonly ticket: TicketAnswer; readonly macroId: number | null } | null>(
  null,
);

/** Previews a macro on a ticket, or lets the user choose one. */
export function startMacro(ticket: TicketAnswer, macroId: number | null = null): void {
  macroStart.value = { ticket, macroId };
}
