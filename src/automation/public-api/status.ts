import { messageById } from "#inbox/messages/index.ts";
import { one } from "#platform/db/database.ts";
import type { TokenCaller } from "./caller.ts";
import type { StatusThroughApi } from "./contract.ts";
import { noSuchMessage } from "./errors.ts";

const SENT_AT = "SELECT sent_at AS sentAt FROM outbox WHERE message_id = ? AND kind = 'message'";

/**
 * `GET /api/messages/send/{messageId}`: what became of a message sent through the API on the token's own connection.
 * Throws 404 ERR_NO_MESSAGE_FOUND for any other.
 */
export function statusThroughApi({ tenant, connection }: TokenCaller, messageId: number): StatusThroughApi {
  const message = messageById(tenant.db, messageId);
  if (!message || message.connectionId !== connection.id || message.origin !== "api") throw noSuchMessage();
  const sentAt = one<{ sentAt: number | null }>(tenant.db, SENT_AT, messageId)?.sentAt ?? null;
  return {
    id: message.id,
    status: message.sendState ?? "sent",
    ack: message.ack,
    error: message.sendError,
    sentAt: sentAt === null ? null : new Date(sentAt).toISOString(),
  };
}
