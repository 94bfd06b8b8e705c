import { readableMessage } from "#inbox/messages/change/readable.ts";
import type { Origin } from "#inbox/messages/contract.ts";
import { sendOf } from "#inbox/messages/outbox/queries.ts";
import { presentMessages } from "#inbox/messages/present.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { definePort } from "#platform/ports.ts";
import { isAdmin, type Tenant, type UserCtx } from "#tenants/tenant.ts";
import type { MessageInfo } from "./contract.ts";
import * as sql from "./receipts.sql.ts";

/** For each origin, returns the name of the campaign, macro, rule or sequence that sent a message; registered by those features. */
type OriginNames = Map<Origin, (tenant: Tenant, messageId: number) => string | null>;
export const OriginNamesPort = definePort<OriginNames>("origin-names");

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/**
 * `GET /messages/{id}/info`: who wrote a message, and when it was sent, delivered, read and played (docs/rules/messages.md#info).
 * Throws 404 ERR_NO_MESSAGE_FOUND, 403 ERR_NO_PERMISSION.
 */
export function messageInfo(ctx: UserCtx, messageId: number): MessageInfo {
  const { tenant, actor } = ctx;
  const message = readableMessage(ctx, messageId);
  const [shown] = presentMessages(tenant, [messageId], isAdmin(actor) ? "kept" : "blank");
  const { userId, origin, ack, createdAt, deliveredAt, readAt, playedAt } = message;
  const name = userId === null ? undefined : queryOne(tenant.db, sql.userName, { id: userId })?.name;
  const recipients = queryAll(tenant.db, sql.ofMessage, { messageId });
  return {
    author: userId === null || name === undefined ? null : { id: userId, name },
    origin,
    originName: tenant.installation.ports.use(OriginNamesPort).get(origin)?.(tenant, messageId) ?? null,
    ack,
    writtenAt: new Date(createdAt).toISOString(),
    sentAt: iso(sendOf(tenant.db, messageId)?.sentAt ?? null),
    deliveredAt: iso(deliveredAt),
    readAt: iso(readAt),
    playedAt: iso(playedAt),
    recipients: recipients.map((row) => ({
      contactId: row.contactId,
      name: row.name,
      deliveredAt: iso(row.deliveredAt),
      readAt: iso(row.readAt),
      playedAt: iso(row.playedAt),
    })),
    edits: shown?.edits ?? [],
    sendError: message.sendError,
  };
}
