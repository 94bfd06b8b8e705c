import { signal } from "@preact/signals-react";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { mayFollowUp } from "#inbox/tickets/policy.ts";
import type { HeaderAction } from "./ticket-action.ts";

/** The ticket whose picker of follow-ups is open; the page shows it over the list and over the conversation. */
export const followed = signal<TicketAnswer | null>(null);

/** Opens the picker of follow-ups. The bar of a running one stops it. */
export const followUpAction = {
  id: "followUp",
  label: "head.followUp",
  icon: <RotateCcw />,
  key: { keys: "f", acts: "command", label: "keys.followUp" },
  isOffered: (user, ticket) =>
    ticket.status === "open" && !ticket.isGroup && !ticket.followUp && mayFollowUp(user, ticket),
  run: (ticket: TicketAnswer) => {
    followed.value = ticket;
  },
} satisfies HeaderAction;
