import { messageById } from "#inbox/messages/queries.ts";
import type { OutboxRow } from "#inbox/messages/schema.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { acceptAs, fail, SENDING_FAILED } from "./complete.ts";
import * as sql from "./queries.sql.ts";
import { outboxByProviderId } from "./queries.ts";

/** What a network that makes the ids says about something of ours, after it took it. */
export interface SendStatus {
  readonly providerId: string;
  /** The stand-in it was sent under, null when the network does not say. */
  readonly ownId: string | null;
  readonly ack: number;
  readonly error: string | null;
  readonly code?: string;
}

/**
 * A status of the official WhatsApp: it may come before the answer to the call, instead of it, or twice; a refusal may
 * come after the message was taken. False when it is nothing of ours.
 */
export function completeByStatus(unit: TenantUnit, connectionId: number, status: SendStatus): boolean {
  const row = rowOf(unit, connectionId, status);
  if (!row) return false;
  if (status.ack < 0) refuse(unit, row, status);
  else if (row.state === "queued" || row.state === "sending") acceptAs(unit, row, status.providerId);
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
  // What reached a phone was not refused, whatever comes behind it.
  const message = row.messageId === null ? undefined : messageById(unit.db, row.messageId);
  if (message && message.ack > 1) return;
  fail(unit, row, code ?? SENDING_FAILED, error);
  // Sent again it is something new to the network.
  execute(unit.db, sql.clearProviderId, { id: row.id });
}
