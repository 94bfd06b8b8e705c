import type { MessageAnswer } from "#inbox/messages/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { reactToMessage, retryMessage } from "#web/inbox/messages/messages-api.ts";
import { currentUser, outbox } from "#web/inbox/tickets/store.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { TicketViewModel } from "./ticket-view-model.ts";

/** Reacts to a message in the user's name; an empty `emoji` removes the reaction. Errors are shown. */
export function react(message: MessageAnswer, emoji: string): void {
  reactToMessage(message.id, emoji).catch((error: unknown) => toast.failure(error));
}

/** Starts a quoted answer. A message of another connection cannot be quoted: a toast explains that before the user writes. */
export function quote(view: TicketViewModel, message: MessageAnswer): void {
  const ticket = view.ticket.peek();
  if (ticket && message.whatsappId !== ticket.whatsappId)
    toast.info(text(messages, "composer.quoteElsewhere", { name: view.scope.nameOf(message.whatsappId) }));
  else view.composer.replyTo(message);
}

/** Whether the user can undo the send of a message now. */
export const mayUndo = ({ heldUntil, sendState, userId }: MessageAnswer): boolean =>
  heldUntil !== undefined && sendState === "queued" && userId === currentUser.peek().id;

/** Undoes the send of a message; errors are shown. */
export async function undoMessage(view: TicketViewModel, message: MessageAnswer): Promise<void> {
  const { undoSend } = await import("./undo-send.ts");
  await undoSend(view, message);
}

/** The user's last message whose send can be undone. */
export const lastToUndo = (view: TicketViewModel): MessageAnswer | undefined =>
  view.conversation.messages.peek().findLast(mayUndo);

/** The customer's last message that a reply may quote. */
export function lastToQuote(view: TicketViewModel): MessageAnswer | undefined {
  const connectionId = view.ticket.peek()?.whatsappId;
  return view.conversation.messages
    .peek()
    .findLast(({ fromMe, isDeleted, whatsappId }) => !fromMe && !isDeleted && whatsappId === connectionId);
}

/** Sends a failed message again, whether only in this page or stored. Errors are shown. */
export function retry(message: MessageAnswer): void {
  if (message.id < 0) outbox.retry(message.clientMessageId ?? "");
  else retryMessage(message.id).catch((error: unknown) => toast.failure(error));
}
