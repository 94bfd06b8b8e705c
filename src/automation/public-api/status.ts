import { messageById } from "#inbox/messages/index.ts";
import { queryOne } from "#platform/db/query.ts";
import type { TokenCaller } from "./caller.ts";
import type { StatusThroughApi } from "./contract.ts";
import { noSuchMessage } from "./errors.ts";
import * as sql from "./status.sql.ts";

/**
 * `GET /api/messages/send/{messageId}`: the state of a message sent through the API on the caller's connection.
 * Throws 404 ERR_NO_MESSAGE_FOUND for any other message.
 */
export function statusThroughApi({ tenant, connection }: TokenCaller, messageId: number): StatusThroughApi {
  const message = messageById(tenant.db, messageId);
  if (!message || message.connectionId !== connection.id || message.origin !== "api") throw noSuchMessage();
  const sentAt = queryOne(tenant.db, sql.sentAt, { messageId })?.sentAt ?? null;
  return {
    id: message.id,
    status: message.sendState ?? "sent",
    ack: message.ack,
    error: message.sendError,
    sentAt: sentAt === null ? null : new Date(sentAt).toISOString(),
  };
}
