import { SendReopened } from "#inbox/messages/events.ts";
import { messageById } from "#inbox/messages/queries.ts";
import type { OutboxRow } from "#inbox/messages/schema.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { holdRefusedByMeta } from "./cold/refused.ts";
import { acceptAs, fail, SENDING_FAILED, UNKNOWN_OUTCOME } from "./complete.ts";
import * as sql from "./queries.sql.ts";
import { outboxByProviderId } from "./queries.ts";

/** A status of one of our sends, from a network that assigns the message ids itself. */
export interface SendStatus {
  readonly providerId: string;
  /** The temporary id under which the message was sent; null when the network does not return it. */
  readonly ownId: string | null;
  readonly ack: number;
  readonly error: string | null;
  readonly code?: string;
}

/**
 * Handles a status report of the official WhatsApp. It may arrive before the answer to the call, instead of it, or
 * twice, and a refusal may follow an acceptance. Returns false when no send matches.
 */
export function completeByStatus(unit: TenantUnit, connectionId: number, status: SendStatus): boolean {
  const row = rowOf(unit, connectionId, status);
  if (!row) return false;
  if (status.ack < 0) refuse(unit, row, status);
  else if (row.state === "queued" || row.state === "sending" || row.error === UNKNOWN_OUTCOME)
    acceptAs(unit, row, status.providerId);
  return true;
}

function rowOf(
  unit: TenantUnit,
  connectionId: number,
  { providerId, ownId }: SendStatus,
): OutboxRow | undefined {
  return (
    outboxByProviderId(unit.db, connectionId, providerId) ??
    (ownId === null ? undefined : outboxByProviderId(unit.db, connectionId, ownId))
  );
}

function refuse(unit: TenantUnit, row: OutboxRow, { code, error }: SendStatus): void {
  if (row.state === "failed" || row.state === "cancelled") return;
  // A failure status that follows a delivery receipt is ignored: the message reached a phone.
  const message = row.messageId === null ? undefined : messageById(unit.db, row.messageId);
  if (message && message.ack > 1) return;
  if (holdRefusedByMeta(unit, row, error)) {
    if (row.state === "sent") takeBackAcceptance(unit, row);
    return;
  }
  fail(unit, row, code ?? SENDING_FAILED, error);
  // A retry is sent to the network as a new message.
  execute(unit.db, sql.clearProviderId, { id: row.id });
}

/** The network had accepted the message before it refused it. */
function takeBackAcceptance(unit: TenantUnit, { id, kind, messageId, source }: OutboxRow): void {
  if (kind !== "message" || messageId === null) return;
  execute(unit.db, sql.takeBackAcceptance, { id: messageId });
  unit.emit(SendReopened, { outboxId: id, messageId, source });
}
