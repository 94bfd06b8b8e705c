import type { InboundEvent } from "#channels/connections/index.ts";
import { announceUpdate, MessageReceiptReceived, MessageStatusReported } from "#inbox/messages/events.ts";
import { DONE, type Outcome, skipped, WAITING } from "#inbox/messages/inbox/outcome.ts";
import { recordMember } from "#inbox/messages/info/receipts.ts";
import { shareAck } from "#inbox/messages/outbox/bundle/members.ts";
import { holdRefused } from "#inbox/messages/outbox/cold/refused.ts";
import { completeByProviderId } from "#inbox/messages/outbox/complete.ts";
import { completeByStatus } from "#inbox/messages/outbox/complete-by-status.ts";
import { outboxByProviderId } from "#inbox/messages/outbox/queries.ts";
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
  const { providerId, ack } = event;
  const isAcceptance = ack === 1 && event.ownId === undefined;
  // An acceptance is handled by the outbox row, without reading the message.
  const accepted = isAcceptance ? settle(unit, connectionId, event) : undefined;
  if (accepted === "now") return DONE;
  const find = () => queryOne(unit.db, sql.ours, { providerId, connectionId });
  const before = find();
  if (
    before &&
    ack > 1 &&
    event.ownId === undefined &&
    knownContactId(unit.db, event.chat) !== before.contactId
  )
    return skipped("other_chat");
  // If the acceptance has already completed the outbox row, later receipts need not read it.
  const wasSettled = before !== undefined && before.ack > 0 && event.ownId === undefined;
  const settled = wasSettled ? "before" : isAcceptance ? accepted : settle(unit, connectionId, event);
  // Completing the send stores the acceptance, and the message id if the network assigned it.
  const ours = settled && !wasSettled ? find() : before;
  if (!ours) return settled ? DONE : WAITING;
  if (event.ownId !== undefined)
    unit.emit(MessageStatusReported, {
      messageId: ours.id,
      connectionId,
      ack,
      at: event.at,
      pricing: event.pricing ?? null,
    });
  recordMember(unit, ours.id, event);
  if (ack > ours.ack) {
    const at = Math.min(event.at, unit.now);
    execute(unit.db, sql.grow, { ack, at, updatedAt: unit.now, id: ours.id });
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
    unit.emit(MessageReceiptReceived, { messageId: ours.id, origin: ours.origin, ack });
    if (ours.bundleId === ours.id)
      for (const messageId of shareAck(unit, ours.id, ack, at))
        unit.emit(MessageReceiptReceived, { messageId, origin: ours.origin, ack });
  }
  return DONE;
}

/** Completes the send that the receipt belongs to; undefined when there is none. */
function settle(
  unit: TenantUnit,
  connectionId: number,
  event: Extract<InboundEvent, { kind: "ack" }>,
): "now" | "before" | undefined {
  const { providerId, ack, error, ownId } = event;
  if (ownId === undefined && ack < 0) {
    const row = outboxByProviderId(unit.db, connectionId, providerId);
    if (row?.state === "sending" && holdRefused(unit, row, error)) return "now";
  }
  if (ownId === undefined)
    return completeByProviderId(unit, connectionId, providerId, ack < 0 ? { refused: error } : "accepted");
  return completeByStatus(unit, connectionId, { ...event, ownId }) ? "now" : undefined;
}

/** Applies a receipt for all our messages up to a time (docs/rules/official-channels.md#kinds). The ack status only grows. */
export function receiveWatermark(
  unit: TenantUnit,
  row: InboundEventRow,
  { chat, ack, upTo, at }: Extract<InboundEvent, { kind: "watermark" }>,
): Outcome {
  const contactId = knownContactId(unit.db, chat);
  if (contactId === undefined) return skipped("unknown_contact");
  for (const { id, origin } of queryAll(unit.db, sql.mark, {
    ack,
    at: Math.min(at, unit.now),
    updatedAt: unit.now,
    contactId,
    connectionId: row.connectionId,
    upTo,
  })) {
    announceUpdate(unit, id);
    unit.emit(MessageReceiptReceived, { messageId: id, origin, ack });
  }
  return DONE;
}
