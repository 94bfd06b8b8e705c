import type { InboundEvent } from "#channels/connections/index.ts";
import { continueArrival } from "#inbox/messages/receive/arrival.ts";
import { receiveCall } from "#inbox/messages/receive/call.ts";
import { receiveEdit, receiveReaction, receiveRevoke } from "#inbox/messages/receive/changes.ts";
import { receiveGroup, receiveIdentity } from "#inbox/messages/receive/contacts.ts";
import { dropFile } from "#inbox/messages/receive/drop-file.ts";
import { receiveMessage } from "#inbox/messages/receive/message.ts";
import { receiveAck, receiveWatermark } from "#inbox/messages/receive/receipts.ts";
import type { InboundEventRow } from "#inbox/messages/schema.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { type Outcome, skipped } from "./outcome.ts";
import { deferRow, finishRow, stageRow } from "./queries.ts";
import { networkIdOf } from "./store.ts";

/**
 * A receipt, edit, reaction or deletion is skipped when its message does not appear within this time
 * (docs/rules/inbound.md#special-kinds).
 */
const TARGET_PATIENCE_MS = 10 * 60_000;

/**
 * Processes one event with all its effects and stores the result. Returns true when the message is only stored and `continueEvent`
 * must do the remaining steps. Throws when the event failed.
 */
export function processEvent(unit: TenantUnit, row: InboundEventRow): boolean {
  const event = JSON.parse(row.payload) as InboundEvent;
  const outcome = receive(unit, row, event);
  const { id, connectionId, kind } = row;
  unit.tenant.log.debug(
    {
      connection: connectionId,
      event: id,
      kind,
      networkId: networkIdOf(event),
      state: outcome.state,
      waitedMs: unit.now - row.receivedAt,
    },
    "inbound event processed",
  );
  if (outcome.state === "skipped") dropFile(unit, event);
  if (outcome.state === "waiting") {
    const until = row.receivedAt + TARGET_PATIENCE_MS;
    if (until > unit.now) deferRow(unit, row.id, until);
    else finishRow(unit, row.id, "skipped", "unknown_target");
    return false;
  }
  if (outcome.state === "staged") {
    stageRow(unit, row.id, outcome.stage);
    return true;
  }
  finishRow(unit, row.id, outcome.state, outcome.state === "skipped" ? outcome.reason : null);
  return false;
}

/** Runs the remaining steps of a stored message, each in its own transaction. Throws when a step failed. */
export const continueEvent = (tenant: Tenant, row: InboundEventRow): void =>
  continueArrival(tenant, row, (unit) => finishRow(unit, row.id, "done", null));

function receive(unit: TenantUnit, row: InboundEventRow, event: InboundEvent): Outcome {
  switch (event.kind) {
    case "message":
      return receiveMessage(unit, row, event);
    case "ack":
      return receiveAck(unit, row.connectionId, event);
    case "edit":
      return receiveEdit(unit, row, event);
    case "reaction":
      return receiveReaction(unit, row, event);
    case "revoke":
      return receiveRevoke(unit, row, event);
    case "watermark":
      return receiveWatermark(unit, row, event);
    case "call":
      return receiveCall(unit, row, event);
    case "identity":
      return receiveIdentity(unit, row, event);
    case "group":
      return receiveGroup(unit, row, event);
    case "skipped":
      return skipped(event.reason);
  }
}

/** Pauses after a failed attempt, ms (docs/rules/inbound.md#journal-and-chat-order). */
const PAUSES_MS = [1000, 5000, 30_000, 300_000, 1_800_000] as const;

/** Milliseconds until the retry after the n-th failure; null = never. */
export const pauseAfter = (failures: number): number | null => PAUSES_MS[failures - 1] ?? null;
