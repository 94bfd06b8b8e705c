import { scheduleTemplateSync } from "#channels/templates/index.ts";
import { restoreBody } from "#inbox/messages/change/edit.ts";
import { unmarkDeleted } from "#inbox/messages/change/mark-deleted.ts";
import { OURS, setReaction } from "#inbox/messages/change/reactions.ts";
import type { SendState } from "#inbox/messages/contract.ts";
import { announceUpdate, MessageAccepted, OutboxCompleted } from "#inbox/messages/events.ts";
import { messageById, messageOfChat } from "#inbox/messages/queries.ts";
import type { OutboxRow } from "#inbox/messages/schema.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { membersOf } from "./bundle/members.ts";
import * as sql from "./complete.sql.ts";
import { OUTBOX_DUE, SWEPT_AFTER_MS, wakeSender } from "./enqueue.ts";
import { completeRow, furtherParts, outboxById, outboxByProviderId, requeue } from "./queries.ts";
import { HELD_MS, pauseAfter } from "./retry.ts";

/** Error code: the network failed repeatedly (docs/rules/errors.md#catalogue). */
export const SENDING_FAILED = "ERR_SENDING_WAPP_MSG";
/** Detail of a send whose outcome the network did not report in time. */
export const UNKNOWN_OUTCOME = "unknown_outcome";

/** Writes the state of a send to its message. */
export function showState(
  unit: TenantUnit,
  row: Pick<OutboxRow, "id" | "kind" | "messageId" | "bundleOf">,
  state: SendState,
  error: string | null,
): void {
  if (row.kind !== "message" || row.messageId === null) return;
  for (const member of membersOf(unit, row)) showState(unit, member, state, error);
  execute(unit.db, sql.show, { sendState: state, sendError: error, updatedAt: unit.now, id: row.messageId });
  announceUpdate(unit, row.messageId);
}

/**
 * Handles the network's acceptance or refusal of a send, by its provider id. Returns whether this call completed it;
 * undefined when the outbox has no such row.
 */
export function completeByProviderId(
  unit: TenantUnit,
  connectionId: number,
  providerId: string,
  verdict: "accepted" | { readonly refused: string | null },
): "now" | "before" | undefined {
  const row = outboxByProviderId(unit.db, connectionId, providerId);
  if (!row) return undefined;
  if (row.state === "sent" || row.state === "cancelled") return "before";
  if (verdict === "accepted") accept(unit, row);
  else if (row.state === "failed") return "before";
  else fail(unit, row, SENDING_FAILED, verdict.refused);
  return "now";
}

/** Marks a send as accepted by the network. Afterwards only receipts change the message. */
function accept(unit: TenantUnit, row: OutboxRow): void {
  completeRow(unit, row.id, "sent", null);
  if (row.kind === "message" && row.messageId !== null) {
    execute(unit.db, sql.accepted, { updatedAt: unit.now, id: row.messageId });
    announceUpdate(unit, row.messageId);
    unit.emit(MessageAccepted, { messageId: row.messageId });
  }
  announceCompleted(unit, row, "sent", null);
  for (const member of membersOf(unit, row)) accept(unit, member);
}

/**
 * Marks a send as accepted under an id assigned by the network, which replaces the temporary id
 * (docs/rules/messages.md#outbox).
 */
export function acceptAs(unit: TenantUnit, row: OutboxRow, providerId: string): void {
  takeId(unit, row, providerId);
  accept(unit, { ...row, providerId });
}

/**
 * Stores the network's id of a send that the network itself holds for a check. The send stays unfinished until a status arrives, and
 * is never repeated (docs/rules/official-channels.md#template-state).
 */
export function awaitStatus(unit: TenantUnit, row: OutboxRow, providerId: string): void {
  takeId(unit, row, providerId);
  execute(unit.db, sql.expectStatus, { untilMs: unit.now + HELD_MS, id: row.id });
}

/** Replaces the temporary id of a send by the network's id. */
function takeId(unit: TenantUnit, row: OutboxRow, providerId: string): void {
  execute(unit.db, sql.setProviderId, { providerId, id: row.id });
  const known = messageOfChat(unit.db, row.connectionId, row.contactId, providerId);
  if (row.kind === "message" && row.messageId !== null && !known)
    execute(unit.db, sql.setMessageProviderId, { providerId, id: row.messageId });
}

/** Marks a send as failed: the message shows `code`. An edit, deletion or reaction that was not sent is reverted. */
export function fail(unit: TenantUnit, row: OutboxRow, code: string, detail: string | null): void {
  completeRow(unit, row.id, "failed", detail ?? code);
  showState(unit, row, "failed", code);
  revertChange(unit, row);
  if (code === "ERR_TEMPLATE_UNAVAILABLE") scheduleTemplateSync(unit);
  announceCompleted(unit, row, "failed", code);
  for (const member of membersOf(unit, row)) fail(unit, member, code, detail);
}

/** Error codes of a send that was cancelled after a wait, because its contact must no longer get it. */
export const CONTACT_BLOCKED = "ERR_CONTACT_BLOCKED";
export const CONTACT_OPTED_OUT = "ERR_CONTACT_OPTED_OUT";

/** Marks a send as cancelled; `code` is set when the product, not a person, cancelled it. */
export function cancel(unit: TenantUnit, row: OutboxRow, code: string | null = null): void {
  completeRow(unit, row.id, "cancelled", code);
  showState(unit, row, "cancelled", code);
  announceCompleted(unit, row, "cancelled", code);
  for (const member of membersOf(unit, row)) cancel(unit, member, code);
}

/** Cancels the waiting row of a send that its author undid; the caller hides the message. */
export function takeBack(unit: TenantUnit, row: OutboxRow): void {
  completeRow(unit, row.id, "cancelled", null);
  announceCompleted(unit, row, "cancelled", null);
}

/** Schedules a retry after a network error; after the last retry the send fails. */
export function retryLater(unit: TenantUnit, row: OutboxRow, detail: string): void {
  const failures = row.attempts + 1;
  const pause = pauseAfter(failures);
  if (pause === null) {
    fail(unit, row, SENDING_FAILED, detail);
    return;
  }
  requeue(unit, row.id, failures, unit.now + pause);
  unit.scheduleWake(OUTBOX_DUE, unit.now + pause);
  showState(unit, row, "queued", null);
}

/**
 * Returns a row to the queue without counting an attempt: the WhatsApp session ended, or the network asked for a pause.
 */
export function returnToQueue(unit: TenantUnit, row: OutboxRow, atMs = unit.now): void {
  requeue(unit, row.id, row.attempts, atMs);
  showState(unit, row, "queued", null);
  wakeSender(unit, row.connectionId);
}

function revertChange(unit: TenantUnit, row: OutboxRow): void {
  const target =
    row.kind === "message" || row.messageId === null ? undefined : messageById(unit.db, row.messageId);
  if (!target) return;
  if (row.kind === "edit") restoreBody(unit, target);
  if (row.kind === "revoke") unmarkDeleted(unit, target);
  if (row.kind === "reaction") setReaction(unit, target, { authorId: OURS, emoji: "", at: unit.now });
}

const announceCompleted = (
  unit: TenantUnit,
  row: OutboxRow,
  state: "sent" | "failed" | "cancelled",
  error: string | null,
): void => {
  const { connectionId: connection, messageId: message, providerId: networkId } = row;
  unit.tenant.log.debug({ connection, outbox: row.id, message, networkId, state, error }, "send ended");
  // The contact's later rows waited for this send.
  if (row.state === "queued") wakeSender(unit, connection, unit.now + SWEPT_AFTER_MS, row.contactId);
  unit.emit(OutboxCompleted, {
    outboxId: row.id,
    messageId: row.messageId,
    source: row.source,
    sourceKey: row.sourceKey,
    state,
    error,
    isVoice: row.payload.includes('"voice":true'),
  });
};

/** Cancels a queued send, even after failed attempts. Returns false when it is being sent or is completed. */
export function cancelQueued(unit: TenantUnit, outboxId: number): boolean {
  const row = outboxById(unit.db, outboxId);
  if (row?.state !== "queued") return false;
  cancel(unit, row);
  return true;
}

/**
 * Cancels a queued send that was never attempted, and the further parts of a split message. Returns false after an attempt or when
 * the send is completed. The further parts are also cancelled when the first part was cancelled or failed before.
 */
export function cancelUntried(unit: TenantUnit, outboxId: number): boolean {
  const row = outboxById(unit.db, outboxId);
  const isUntried = row?.state === "queued" && row.providerId === null;
  if (!row || !(isUntried || row.state === "cancelled" || row.state === "failed")) return false;
  for (const part of furtherParts(unit.db, row))
    if (part.state === "queued" && part.providerId === null) cancel(unit, part);
  if (isUntried) cancel(unit, row);
  return isUntried;
}
