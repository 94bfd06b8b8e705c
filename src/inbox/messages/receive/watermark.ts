import type { InboundEvent } from "#channels/connections/index.ts";
import { announceUpdate, MessageReceiptReceived } from "#inbox/messages/events.ts";
import { DONE, type Outcome, skipped } from "#inbox/messages/inbox/outcome.ts";
import type { InboundEventRow } from "#inbox/messages/schema.ts";
import { all } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { knownContactId } from "./resolve-contact.ts";

// Only the newest messages of the chat, walked back along the index: a long conversation costs as much as a short one.
const MARK = `UPDATE message SET ack = ?1, updated_at = ?2 WHERE id IN (
    SELECT id FROM message WHERE contact_id = ?3 AND connection_id = ?4 ORDER BY id DESC LIMIT 2000)
  AND from_me = 1 AND created_at <= ?5 AND ack BETWEEN 1 AND ?1 - 1 AND send_state = 'sent'
  RETURNING id`;

/** Everything of ours up to a moment was received or read (docs/rules/official-channels.md#kinds): marks only grow. */
export function receiveWatermark(
  unit: TenantUnit,
  row: InboundEventRow,
  { chat, ack, upTo }: Extract<InboundEvent, { kind: "watermark" }>,
): Outcome {
  const contactId = knownContactId(unit.db, chat);
  if (contactId === undefined) return skipped("unknown_contact");
  for (const { id } of all<{ id: number }>(unit.db, MARK, ack, unit.now, contactId, row.connectionId, upTo)) {
    announceUpdate(unit, id);
    unit.emit(MessageReceiptReceived, { messageId: id, ack });
  }
  return DONE;
}
