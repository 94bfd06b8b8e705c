import type { ForwardAnswer, MessageAnswer } from "#inbox/messages/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { text } from "#web/i18n/dictionary.ts";
import { errorOfCode } from "#web/i18n/errors/error-text.ts";
import { forwardTexts } from "#web/inbox/messages/selection/locales/index.ts";
import { tickets as known } from "#web/inbox/tickets/store.ts";
import { api } from "#web/lib/api/api.ts";
import { toast } from "#web/ui/toast/toast.ts";

interface Forwarding {
  readonly messages: readonly MessageAnswer[];
  readonly tickets: readonly TicketAnswer[];
  readonly requestId: string;
}

/** Forwards messages and shows to whom they went, and what could not be forwarded. Rejects when the call failed. */
export async function forward({ messages, tickets, requestId }: Forwarding): Promise<void> {
  for (const ticket of tickets) known.upsert(ticket);
  const { sent, failed, refused } = await api.post<ForwardAnswer>("/messages/forward", {
    messageIds: messages.map(({ id }) => id),
    ticketIds: tickets.map(({ id }) => id),
    requestId,
  });
  const nameOf = (ticketId: number) => tickets.find(({ id }) => id === ticketId)?.contact.name ?? "";
  const [first] = sent;
  if (first && sent.length === 1 && messages.length === 1)
    toast.success(text(forwardTexts, "done", { name: nameOf(first.ticketId) }));
  else if (first) toast.success(text(forwardTexts, "doneMany", { count: sent.length }));
  for (const { ticketId, error } of failed)
    toast.error(text(forwardTexts, "failed", { name: nameOf(ticketId), why: errorOfCode(error) }));
  if (refused.length > 0) {
    const reasons = new Set(refused.map(({ error }) => text(forwardTexts, reasonOf(error))));
    toast.info(text(forwardTexts, "refused", { count: refused.length, why: [...reasons].join(", ") }));
  }
}

/** Why a message cannot be forwarded, by the code of the server. */
function reasonOf(code: string): "why.gone" | "why.file" | "why.kind" {
  if (code === "ERR_NO_MESSAGE_FOUND") return "why.gone";
  return code === "ERR_WAPP_DOWNLOAD_MEDIA" ? "why.file" : "why.kind";
}
