import Pin from "lucide-react/icons/pin";
import PinOff from "lucide-react/icons/pin-off";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { isSupport } from "#tenants/policy.ts";
import { text } from "#web/i18n/dictionary.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { pins } from "#web/inbox/tickets/store.ts";
import { setPinned } from "#web/inbox/tickets/tickets-api.ts";
import { session } from "#web/lib/session/session.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { withErrorToast } from "./change-ticket.ts";
import type { HeaderAction, TicketAction } from "./ticket-action.ts";

const change = (ticket: TicketAnswer, pinned: boolean): Promise<void> =>
  withErrorToast(async () => {
    pins.take(await setPinned(ticket.id, pinned));
    toast.success(text(ticketTexts, pinned ? "verb.pinned" : "verb.unpinned"));
  });

/** A support session has no pins. Reads a signal. */
function mayPin({ status }: TicketAnswer): boolean {
  const user = session.user.value;
  return status !== "closed" && user !== null && !isSupport(user);
}

/** Keeps a ticket above the user's own list (docs/rules/triage.md#pins). */
export const pinAction = {
  id: "pin",
  label: "head.pin",
  icon: <Pin />,
  isOffered: (_, ticket) => mayPin(ticket) && !pins.has(ticket.id),
  run: (ticket) => change(ticket, true),
} satisfies HeaderAction;

export const unpinAction = {
  id: "unpin",
  label: "head.unpin",
  icon: <PinOff />,
  isOffered: (_, ticket) => mayPin(ticket) && pins.has(ticket.id),
  run: (ticket) => change(ticket, false),
} satisfies HeaderAction;

/** The shortcut of both actions: pin and unpin. */
export const togglePinAction = {
  id: "togglePin",
  key: { keys: "i", acts: "command", label: "keys.pin" },
  isOffered: (_, ticket) => mayPin(ticket),
  run: (ticket) => change(ticket, !pins.has(ticket.id)),
} satisfies TicketAction;
