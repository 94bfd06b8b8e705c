import Hand from "lucide-react/icons/hand";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { canAcceptNow } from "#inbox/tickets/policy.ts";
import { text } from "#web/i18n/dictionary.ts";
import { focusComposer } from "#web/inbox/tickets/conversation/focus-composer.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { openTicketPage } from "#web/inbox/tickets/paths.ts";
import { currentUser, lists } from "#web/inbox/tickets/store.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { whileAsking } from "#web/lib/keyboard/active-composer.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { changeTicket } from "./change-ticket.ts";
import type { HeaderAction } from "./ticket-action.ts";

export const acceptAction = {
  id: "accept",
  label: "head.accept",
  icon: <Hand />,
  key: { keys: "a", acts: "command", label: "keys.accept" },
  isOffered: canAcceptNow,
  run: acceptTicket,
} satisfies HeaderAction;

/** Accepts a waiting ticket and opens it. If a colleague has accepted it first, a message names the colleague. */
export async function acceptTicket(ticket: TicketAnswer): Promise<void> {
  try {
    await whileAsking(async (opened) => {
      const accepted = await changeTicket(ticket, { status: "open", userId: currentUser.peek().id });
      focusComposer(accepted.id);
      openTicketPage(accepted.uuid, { view: "attending" });
      opened(accepted.uuid);
    });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "ERR_TICKET_ALREADY_ACCEPTED")
      return toast.failure(error);
    const winner = (error.details["user"] as { name?: string } | undefined)?.name;
    toast.info(
      winner
        ? text(ticketTexts, "verb.acceptedFirst", { name: winner })
        : text(ticketTexts, "verb.acceptedFirstUnknown"),
    );
    lists.refresh();
  }
}
