import type { InboundEvent } from "#channels/connections/index.ts";
import { announceUpdate, MessageReceiptReceived } from "#inbox/messages/events.ts";
import { DONE, type Outcome, skipped, WAITING } from "#inbox/messages/inbox/outcome.ts";
import { completeByProviderId } from "#inbox/messages/outbox/complete.ts";
import { completeByStatus } from "#inbox/messages/outbox/complete-by-status.ts";
import type { InboundEventRow } from "#inbox/messages/schema.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./receipts.sql.ts";
import { knownContactId } from "./resolve-contact.ts";

/**
 * Applies a receipt of the network or of the customer's phone: the ack status only grows. Receipts of a phone are
 * applied only to messages of its own chat (docs/rules/whatsapp-engine.md#receipts).
 */
export function receiveAck(
  unit: TenantUnit,
  connectionId: number,
  event: Extract<InboundEvent, { kind: "ack" }>,
): Outcome {
  const { providerId, ack, error } = event;
  const find = () => queryOne(unit.db, sql.ours, { providerId, connectionId });
  const before = find();
  if (
    before &&
    ack > 1 &&
    event.ownId === undefined &&
    knownContactId(unit.db, event.chat) !== before.contactId
  )
    return skipped("other_chat");
  const isSettled = () =>
    event.ownId === undefined
      ? completeByProviderId(unit, connectionId, providerId, ack < 0 ? { refused: error } : "accepted")
      : completeByStatus(unit, connectionId, { ...event, ownId: event.ownId });
  // The network's acceptance completed the outbox row, so later receipts do not read it.
  const wasSettled = before !== undefined && before.ack > 0 && event.ownId === undefined;
  const settled = wasSettled || isSettled();
  // Completing the send stores the acceptance, and the message id if the network assigned it.
  const ours = settled && !wasSettled ? find() : before;
  if (!ours) return settled ? DONE : WAITING;
  if (ack > ours.ack) {
    execute(unit.db, sql.grow, { ack, updatedAt: unit.now, id: ours.id });
    announceUpdate(unit, ours.id);
    unit.tenant.log.debug(
      {
        connection: connectionId,
        message: ours.id,
        networkId: providerId,
        ack,
        sinceNetworkMs: unit.now - event.at,
      },
      "receipt stored",
    );
    unit.emit(MessageReceiptReceived, { messageId: ours.id, ack });
  }
  return DONE;
}

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
