import { signal } from "@preact/signals-react";
import AlarmClock from "lucide-react/icons/alarm-clock";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { maySnooze } from "#inbox/tickets/policy.ts";
import type { HeaderAction } from "./ticket-action.ts";

/** The ticket whose picker is open; the page shows it over the list and over the conversation. */
export const snoozed = signal<TicketAnswer | null>(null);

/** Opens the picker of times; also on a snoozed ticket, which then gets another end. */
export const snoozeAction = {
  id: "snooze",
  label: "head.snooze",
  icon: <AlarmClock />,
  key: { keys: "z", acts: "command", label: "keys.snooze" },
  isOffered: (user, ticket) => ticket.status === "open" && maySnooze(user, ticket),
  run: (ticket: TicketAnswer) => {
    snoozed.value = ticket;
  },
} satisfies HeaderAction;

/** The button in the header. On phones the header has no room for it, and the menu offers it. */
export const snoozeButton: HeaderAction = {
  ...snoozeAction,
  id: "snoozeButton",
  isOffered: (user, ticket, page) => !page.isNarrow && snoozeAction.isOffered(user, ticket),
};
export const snoozeItem: HeaderAction = {
  ...snoozeAction,
  id: "snoozeItem",
  isOffered: (user, ticket, page) => page.isNarrow && snoozeAction.isOffered(user, ticket),
};
