import { messageById } from "#inbox/messages/index.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { TokenCaller } from "./caller.ts";
import type { SentLine, SentListQuery, StatusThroughApi } from "./contract.ts";
import { noSuchMessage } from "./errors.ts";
import * as sql from "./public-api.sql.ts";

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

const PAGE = 30;

/** Messages sent through the API, newest first; `before` = the id of the last row shown. */
export function sentThroughApi(
  tenant: Tenant,
  { before = Number.MAX_SAFE_INTEGER, whatsappId }: SentListQuery,
): { readonly messages: readonly SentLine[]; readonly hasMore: boolean } {
  const rows =
    whatsappId === undefined
      ? queryAll(tenant.db, sql.ofCompany, { before, limit: PAGE + 1 })
      : queryAll(tenant.db, sql.ofConnection, { whatsappId, before, limit: PAGE + 1 });
  return { messages: rows.slice(0, PAGE).map(presentLine), hasMore: rows.length > PAGE };
}

const presentLine = ({
  contactId,
  contactName,
  contactNumber,
  createdAt,
  ...line
}: sql.SentRow): SentLine => ({
  ...line,
  contact: { id: contactId, name: contactName, number: contactNumber },
  createdAt: new Date(createdAt).toISOString(),
});
