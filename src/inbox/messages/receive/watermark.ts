import type { InboundEvent } from "#channels/connections/index.ts";
import { announceUpdate, MessageReceiptReceived } from "#inbox/messages/events.ts";
import { DONE, type Outcome, skipped } from "#inbox/messages/inbox/outcome.ts";
import type { InboundEventRow } from "#inbox/messages/schema.ts";
import { queryAll } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { knownContactId } from "./resolve-contact.ts";
import * as sql from "./watermark.sql.ts";

/** Applies a receipt for all our messages up to a time (docs/rules/official-channels.md#kinds). The ack status only grows. */
export function receiveWatermark(
  unit: TenantUnit,
  row: InboundEventRow,
  { chat, ack, upTo }: Extract<InboundEvent, { kind: "watermark" }>,
): Outcome {
  const contactId = knownContactId(unit.db, chat);
  if (contactId === undefined) return skipped("unknown_contact");
  for (const { id } of queryAll(unit.db, sql.mark, {
    ack,
    updatedAt: unit.now,
    contactId,
    connectionId: row.connectionId,
    upTo,
  })) {
    announceUpdate(unit, id);
    unit.emit(MessageReceiptReceived, { messageId: id, ack });
  }
  return DONE;
}
