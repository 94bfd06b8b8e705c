import { noMessage, quoteNotPossible, quoteOtherConnection } from "#inbox/messages/errors.ts";
import { messageById } from "#inbox/messages/queries.ts";
import type { Message } from "#inbox/messages/schema.ts";
import type { Db } from "#platform/db/database.ts";

/**
 * Checks that the customer's phone can show a quote: the quoted message belongs to the same contact, to the connection
 * on which the reply is sent, and exists on the network. Does not check permissions: for a person the caller uses
 * `readableMessage` first. Rule: docs/rules/conversations.md#quotes. Throws 404 ERR_NO_MESSAGE_FOUND, 400
 * ERR_QUOTE_OTHER_CONNECTION, 400 ERR_QUOTE_NOT_POSSIBLE.
 */
export function checkQuote(
  db: Db,
  quotedId: number | null,
  chat: { readonly contactId: number; readonly connectionId: number },
): void {
  if (quotedId === null) return;
  const quoted = messageById(db, quotedId);
  if (!quoted || quoted.contactId !== chat.contactId) throw noMessage();
  if (quoted.connectionId !== chat.connectionId) throw quoteOtherConnection();
  if (!isOnNetwork(quoted)) throw quoteNotPossible();
}

/** True for a message that was sent, or queued before the reply: the outbox keeps the order of a chat. */
function isOnNetwork({ deletedAt, mediaType, fromMe, sendState, providerId }: Message): boolean {
  if (deletedAt !== null || mediaType === "call_log") return false;
  if (fromMe && (sendState === "failed" || sendState === "cancelled")) return false;
  return providerId !== null || sendState === "queued" || sendState === "sending";
}
