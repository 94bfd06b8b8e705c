import RotateCcw from "lucide-react/icons/rotate-ccw";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { mayReopen, type Person } from "#inbox/tickets/policy.ts";
import { openTicketPage } from "#web/inbox/tickets/paths.ts";
import { whileAsking } from "#web/lib/keyboard/active-composer.ts";
import { changeTicket, withErrorToast } from "./change-ticket.ts";
import type { HeaderAction } from "./ticket-action.ts";

export const reopenAction = {
  id: "reopen",
  label: "head.reopen",
  icon: <RotateCcw />,
  key: { keys: "", acts: "command", label: "head.reopen" },
  isOffered: (user: Person, ticket: TicketAnswer) => ticket.status === "closed" && mayReopen(user, ticket),
  run: reopenTicket,
} satisfies HeaderAction;

/** Opens a resolved ticket again with its queue and, for admins, its last attendant; it stays on screen. */
export function reopenTicket(ticket: TicketAnswer): Promise<void> {
  return withErrorToast(() =>
    whileAsking(async (opened) => {
      const reopened = await changeTicket(ticket, { status: "open", queueId: ticket.queueId });
      openTicketPage(reopened.uuid, { view: "attending" });
      opened(reopened.uuid);
    }),
  );
}
