import { signal } from "@preact/signals-react";
import Flag from "lucide-react/icons/flag";
import type { Priority, TicketAnswer } from "#inbox/tickets/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { lists } from "#web/inbox/tickets/store.ts";
import { setPriority } from "#web/inbox/tickets/tickets-api.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { withErrorToast } from "./change-ticket.ts";
import type { HeaderAction } from "./ticket-action.ts";

/** The ticket whose priority is being chosen: the open one, or that of a row of the list. */
export const prioritised = signal<TicketAnswer | null>(null);

/** Opens the picker of the priority (docs/rules/triage.md#priority); every user who sees the ticket may use it. */
export const priorityAction = {
  id: "priority",
  label: "head.priority",
  icon: <Flag />,
  key: { keys: "p", acts: "command", changesNothing: true, label: "keys.priority" },
  isOffered: () => true,
  run: (ticket: TicketAnswer): void => {
    prioritised.value = ticket;
  },
} satisfies HeaderAction;

/** Sets the priority and shows a toast. */
export function prioritise(ticket: TicketAnswer, priority: Priority): Promise<void> {
  return withErrorToast(async () => {
    lists.place(await setPriority(ticket.id, priority));
    const level = text(ticketTexts, `priority.level${priority}`);
    toast.success(text(ticketTexts, "priority.changed", { level }));
  });
}
