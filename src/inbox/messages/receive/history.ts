import { DONE, type Outcome, skipped } from "#inbox/messages/inbox/outcome.ts";
import { insertMessage } from "#inbox/messages/insert.ts";
import { kindForPreview, previewText } from "#inbox/messages/preview/preview.ts";
import { messageOfChat } from "#inbox/messages/queries.ts";
import type { InboundEventRow } from "#inbox/messages/schema.ts";
import { createClosedTicket, recordImportedMessage, ticketById } from "#inbox/tickets/index.ts";
import { queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { authorOf, commonFields, contactOf, fileNameOf, type MessageEvent } from "./common.ts";
import * as sql from "./history.sql.ts";

/**
 * Imports the history that the phone sends when it is paired: only if the connection's setting requests it, into one
 * closed ticket per chat, without bots, events and counts (docs/rules/inbound.md#journal-and-chat-order).
 */
export function receiveHistory(
  unit: TenantUnit,
  row: InboundEventRow,
  event: MessageEvent,
  isGroup: boolean,
): Outcome {
  const { connectionId } = row;
  const rules = queryOne(unit.db, sql.rules, { id: connectionId });
  if (rules?.wanted !== 1) return skipped("history");
  const contact = contactOf(unit, row, event, isGroup);
  if (contact.blocked) return skipped("blocked");
  if (messageOfChat(unit.db, connectionId, contact.id, event.providerId)) return skipped("duplicate");
  const author = isGroup ? authorOf(unit, row, event) : contact;
  const known = queryOne(unit.db, sql.imported, { contactId: contact.id, connectionId });
  const ticket =
    (known && ticketById(unit.db, known.id)) ??
    createClosedTicket(unit, {
      contactId: contact.id,
      connectionId,
      channel: rules.channel,
      isGroup,
      origin: "import",
    });
  const message = insertMessage(unit, {
    ...commonFields(unit, row, event, contact),
    ticketId: ticket.id,
    participantId: isGroup && !event.fromMe ? (author?.id ?? null) : null,
    identityId: author?.identityId ?? null,
    fromMe: event.fromMe,
    origin: "import",
    read: true,
    ...(event.fromMe && { ack: 1, sendState: "sent" as const }),
  });
  recordImportedMessage(unit, ticket, {
    messageId: message.id,
    preview: previewText(message, fileNameOf(event)),
    mediaType: kindForPreview(message),
    at: event.at,
    fromMe: event.fromMe,
  });
  return DONE;
}
