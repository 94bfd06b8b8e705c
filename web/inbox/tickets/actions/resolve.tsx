import Check from "lucide-react/icons/check";
import CheckCheck from "lucide-react/icons/check-check";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { mayClose, type Person } from "#inbox/tickets/policy.ts";
import { openTicketPage } from "#web/inbox/tickets/paths.ts";
import { resolveOrAsk } from "#web/inbox/tickets/resolve/resolving.ts";
import { currentUser } from "#web/inbox/tickets/store.ts";
import { undoClose } from "#web/inbox/tickets/tickets-api.ts";
import { whileAsking } from "#web/lib/keyboard/active-composer.ts";
import { advanceFrom } from "./advance.ts";
import { showChanged, withErrorToast } from "./change-ticket.ts";
import { reopenTicket } from "./reopen.tsx";
import type { HeaderAction } from "./ticket-action.ts";
import { offerUndo } from "./undo-close.ts";

const isOffered = (user: Person, ticket: TicketAnswer): boolean =>
  ticket.status !== "closed" && mayClose(user, ticket);

export const resolveAction = {
  id: "resolve",
  label: "head.resolve",
  icon: <Check />,
  key: { keys: "e", acts: "command", label: "keys.resolve" },
  isOffered,
  run: (ticket: TicketAnswer) => resolveTicket(ticket, false),
} satisfies HeaderAction;

/** Resolves without a text to the contact. */
export const resolveSilentlyAction = {
  id: "silent",
  label: "head.resolveSilent",
  icon: <CheckCheck />,
  key: { keys: "E", acts: "command", label: "head.resolveSilent" },
  isOffered,
  run: (ticket: TicketAnswer) => resolveTicket(ticket, true),
} satisfies HeaderAction;

/** Resolves a ticket and offers to undo it; asks first for what is missing. `silent`: no text to the contact. */
function resolveTicket(ticket: TicketAnswer, silent: boolean): Promise<void> {
  return withErrorToast(async () => {
    const body = {
      status: "closed",
      userId: ticket.userId ?? currentUser.peek().id,
      queueId: ticket.queueId,
      useIntegration: false,
      promptId: null,
      integrationId: null,
      ...(silent ? { silent: true } : {}),
    } as const;
    await resolveOrAsk(ticket, body, (closed) => {
      offerUndo(closed, { undo: undoResolve, reopen: reopenTicket });
      advanceFrom(ticket);
    });
  });
}

/** Undoes a close: an attended ticket is shown again, a waiting one is back in its list. */
export function undoResolve(closed: TicketAnswer): Promise<void> {
  return whileAsking(async (opened) => {
    const ticket = await undoClose(closed.id);
    showChanged(ticket);
    if (ticket.status !== "open") return;
    openTicketPage(ticket.uuid, { view: "attending" });
    opened(ticket.uuid);
  });
}
