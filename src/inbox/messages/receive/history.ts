import { DONE, type Outcome, skipped } from "#inbox/messages/inbox/outcome.ts";
import { insertMessage } from "#inbox/messages/insert.ts";
import { kindForPreview, previewText } from "#inbox/messages/preview/preview.ts";
import { messageOfChat } from "#inbox/messages/queries.ts";
import type { InboundEventRow } from "#inbox/messages/schema.ts";
import { createClosedTicket, recordImportedMessage, type Ticket, ticketById } from "#inbox/tickets/index.ts";
import { one } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { authorOf, commonFields, contactOf, fileNameOf, type MessageEvent } from "./common.ts";

const RULES = "SELECT channel, import_history AS wanted FROM connection WHERE id = ?";
const IMPORTED = `SELECT id FROM ticket WHERE contact_id = ? AND connection_id = ? AND origin = 'import'
  ORDER BY id DESC LIMIT 1`;

/**
 * What the phone offered of its past at the first link: kept only when wished, in one closed ticket per chat,
 * without bots, events and counting (docs/rules/inbound.md#journal-and-chat-order).
 */
export function receiveHistory(
  unit: TenantUnit,
  row: InboundEventRow,
  event: MessageEvent,
  isGroup: boolean,
): Outcome {
  const { connectionId } = row;
  const rules = one<{ channel: Ticket["channel"]; wanted: number }>(unit.db, RULES, connectionId);
  if (rules?.wanted !== 1) return skipped("history");
  const contact = contactOf(unit, row, event, isGroup);
  if (contact.blocked) return skipped("blocked");
  if (messageOfChat(unit.db, connectionId, contact.id, event.providerId)) return skipped("duplicate");
  const author = isGroup ? authorOf(unit, row, event) : contact;
  const known = one<{ id: number }>(unit.db, IMPORTED, contact.id, connectionId);
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
