import type { MessageAnswer } from "#inbox/messages/contract.ts";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { deleteMessage } from "#web/inbox/messages/messages-api.ts";
import { unsignedByAnyone } from "#web/inbox/messages/text/signature.ts";
import { api } from "#web/lib/api/api.ts";

const WAITS: ReadonlySet<string | null> = new Set(["ERR_NUMBER_RESTRICTED", "ERR_NEW_CHAT_CAP"]);

/**
 * Messages of this user that wait because the number of the ticket may not start conversations, and later messages that wait
 * for them.
 */
export function waitingMessages(
  messages: readonly MessageAnswer[],
  whatsappId: number,
  userId: number | undefined,
): readonly MessageAnswer[] {
  const queued = messages.filter(
    (message) =>
      message.userId === userId &&
      message.whatsappId === whatsappId &&
      message.sendState === "queued" &&
      !message.isDeleted,
  );
  return queued.some(({ sendError }) => WAITS.has(sendError)) ? queued : [];
}

/**
 * Cancels the messages one after the other. Rejects at the first message that could not be cancelled; `onCancelled` gets the
 * messages cancelled before it, so that their text is not lost.
 */
export async function cancelMessages(
  messages: readonly MessageAnswer[],
  onCancelled: (cancelled: readonly MessageAnswer[]) => void,
): Promise<void> {
  const cancelled: MessageAnswer[] = [];
  try {
    for (const message of messages) {
      await deleteMessage(message.id);
      cancelled.push(message);
    }
  } finally {
    if (cancelled.length > 0) onCancelled(cancelled);
  }
}

/** The texts of cancelled messages followed by the draft, to be sent again by a person. */
export const textsAgain = (messages: readonly MessageAnswer[], draft: string): string =>
  [...messages.map(({ body, mediaType }) => (mediaType === null ? unsignedByAnyone(body) : "")), draft]
    .filter((text) => text.trim() !== "")
    .join("\n");

/** Moves the ticket to another number; its attendant and queue stay. Throws 409 ERR_OTHER_OPEN_TICKET. */
export const moveToNumber = (ticketId: number, whatsappId: number): Promise<TicketAnswer> =>
  api.put(`/tickets/${ticketId}`, { whatsappId });
