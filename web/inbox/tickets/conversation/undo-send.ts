import type { MessageAnswer, UndoneSend } from "#inbox/messages/contract.ts";
import { preloadTexts, text } from "#web/i18n/dictionary.ts";
import { undoTexts } from "#web/inbox/messages/undo/locales/index.ts";
import { api } from "#web/lib/api/api.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { toast } from "#web/ui/toast/toast.ts";
import type { TicketViewModel } from "./ticket-view-model.ts";

/**
 * Undoes the send of a message (docs/rules/messages.md#undo): text, quote and file are in the composer again, before what
 * was typed meanwhile. Errors are shown.
 */
export async function undoSend(view: TicketViewModel, message: MessageAnswer): Promise<void> {
  try {
    const { body, quotedMsgId, files } = await api.post<UndoneSend>(`/messages/${message.id}/undo`, {});
    const { composer, conversation } = view;
    conversation.remove(message.id);
    composer.setMode("message");
    const typed = composer.text.peek();
    const [file] = files;
    composer.takeReply([body, typed].filter((part) => part !== "").join("\n"), file ?? null);
    const quoted = conversation.messages.peek().find(({ id }) => id === quotedMsgId);
    if (quoted) composer.replyTo(quoted);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "ERR_ALREADY_SENT") return void toast.failure(error);
    await preloadTexts(undoTexts);
    toast.info(text(undoTexts, "tooLate"));
  }
}
