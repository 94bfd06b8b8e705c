import type { TicketAnswer, UpdateTicketBody } from "#inbox/tickets/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { common } from "#web/i18n/locales/index.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { focusComposer } from "./conversation/focus-composer.ts";
import { ticketTexts } from "./locales/index.ts";
import { closeTicketPage, openTicketPage } from "./paths.ts";
import { counts, currentUser, lists } from "./store.ts";
import { undoClose, updateTicket } from "./tickets-api.ts";
import { offerUndo } from "./undo-close.ts";

async function change(ticket: TicketAnswer, body: UpdateTicketBody): Promise<TicketAnswer> {
  const changed = await updateTicket(ticket.id, body);
  lists.place(changed);
  counts.touch();
  return changed;
}

/** Accepts a waiting ticket and opens it. If another person was first, a message shows who. */
export async function acceptTicket(ticket: TicketAnswer): Promise<void> {
  try {
    const accepted = await change(ticket, { status: "open", userId: currentUser.peek().id });
    focusComposer(accepted.id);
    openTicketPage(accepted.uuid, { view: "attending" });
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

/** Returns an open ticket to its queue; its former attendant can accept it again with one press. */
export async function returnTicket(ticket: TicketAnswer): Promise<void> {
  await told(async () => {
    const waiting = await change(ticket, { status: "pending", userId: null });
    const words = text(ticketTexts, "verb.returned");
    if (ticket.userId === currentUser.peek().id)
      toast.info(words, { label: text(common, "action.undo"), run: () => void acceptTicket(waiting) });
    else toast.success(words);
    leave(ticket);
  });
}

/** Resolves a ticket and offers to undo it. `silent`: no text to the contact. */
export async function resolveTicket(ticket: TicketAnswer, silent = false): Promise<void> {
  await told(async () => {
    const closed = await change(ticket, {
      status: "closed",
      userId: ticket.userId ?? currentUser.peek().id,
      queueId: ticket.queueId,
      useIntegration: false,
      promptId: null,
      integrationId: null,
      ...(silent ? { silent: true } : {}),
    });
    offerUndo(closed, { undo: undoResolve, reopen: reopenTicket });
    leave(ticket);
  });
}

/** Undoes a close: an attended ticket is shown again, a waiting one is back in its list. */
async function undoResolve(closed: TicketAnswer): Promise<void> {
  const ticket = await undoClose(closed.id);
  lists.place(ticket);
  counts.touch();
  if (ticket.status === "open") openTicketPage(ticket.uuid, { view: "attending" });
}

/** Opens a resolved ticket again with its queue and, for admins, its last attendant; it stays on screen. */
export async function reopenTicket(ticket: TicketAnswer): Promise<void> {
  await told(async () => {
    const opened = await change(ticket, { status: "open", queueId: ticket.queueId });
    openTicketPage(opened.uuid, { view: "attending" });
  });
}

async function told(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    toast.failure(error);
  }
}

/** After closing or returning, the current ticket is cleared and the page goes to /tickets. */
function leave(ticket: TicketAnswer): void {
  if (globalThis.location.pathname === `/tickets/${ticket.uuid}`) closeTicketPage();
}
