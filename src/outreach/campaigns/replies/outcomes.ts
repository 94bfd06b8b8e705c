import { MessageReceiptReceived, OutboxCompleted, SendReopened } from "#inbox/messages/events.ts";
import { deleteRefusedSend } from "#inbox/messages/index.ts";
import { campaignById } from "#outreach/campaigns/queries.ts";
import { changeRecipient, recipientOfMessage } from "#outreach/campaigns/recipients/rows.ts";
import type { Campaign, CampaignRecipient } from "#outreach/campaigns/schema.ts";
import { finishIfDone, pauseAutomatically } from "#outreach/campaigns/sending/control.ts";
import { SOURCE } from "#outreach/campaigns/sending/dispatch.ts";
import { RATE } from "#outreach/campaigns/sending/failures.ts";
import { REQUEST } from "#outreach/campaigns/sending/parts.ts";
import * as sql from "#outreach/campaigns/sending/sending.sql.ts";
import { queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** Error code: the message template was changed or is no longer approved. */
const TEMPLATE = "ERR_TEMPLATE_UNAVAILABLE";
/**
 * Stores the result of a campaign's message in the transaction that changes the message
 * (docs/rules/campaigns.md#recipients, docs/rules/campaigns.md#number-protection).
 */
export function listenForOutcomes({ bus }: Installation): void {
  bus.within(OutboxCompleted, (unit, { outboxId, messageId, source, sourceKey, state, error }) => {
    if (source !== SOURCE || messageId === null) return;
    const row = recipientOfMessage(unit.db, messageId);
    const campaign = row && campaignById(unit.db, row.campaignId);
    if (!row || !campaign) return;
    if (state === "sent") accepted(unit, campaign, row, sourceKey.endsWith(`:${REQUEST}`));
    else if (state === "cancelled") withdrawn(unit, campaign, row, SKIPPED[error ?? ""] ?? "withdrawn");
    else failed(unit, campaign, row, error ?? "ERR_SENDING_WAPP_MSG", outboxId);
    finishIfDone(unit, campaign.id);
  });
  // The message waits for the end of a limit: it counts as sent when the network accepts it.
  bus.within(SendReopened, (unit, { messageId, source }) => {
    const row = source === SOURCE ? recipientOfMessage(unit.db, messageId) : undefined;
    if (row?.state === "sent") changeRecipient(unit, row, { state: "queued", deliveredAt: null });
  });
}

/**
 * The network accepted the message; after a confirmation request, the recipient still waits for the answer. A failed
 * message may also be accepted after a user retried it.
 */
function accepted(unit: TenantUnit, campaign: Campaign, row: CampaignRecipient, isRequest: boolean): void {
  const isRetry = row.state === "failed" || row.reason === "invalid";
  if (isRequest && isRetry && campaign.status === "running")
    changeRecipient(unit, row, {
      ...{ state: "awaiting_confirmation", reason: null, confirmationRequestedAt: unit.now },
    });
  else if (!isRequest && (isRetry || row.state === "queued"))
    changeRecipient(unit, row, { state: "sent", reason: null, deliveredAt: row.deliveredAt ?? unit.now });
}

/**
 * Codes of messages that were cancelled while they waited, because the contact was blocked or opted out, and the reason
 * that their recipient gets.
 */
const SKIPPED: Readonly<Record<string, string>> = {
  ERR_CONTACT_BLOCKED: "blocked",
  ERR_CONTACT_OPTED_OUT: "opt_out",
};

/**
 * The message was cancelled: by stopping the campaign, whose recipients keep their state, or by a user who deleted it
 * while the campaign runs.
 */
function withdrawn(unit: TenantUnit, campaign: Campaign, row: CampaignRecipient, reason: string): void {
  if (campaign.status === "running") changeRecipient(unit, row, { state: "skipped", reason });
}

/**
 * The message failed. Official numbers may also report a failure after they accepted the message: it reached no phone
 * and does not count as delivered.
 */
function failed(
  unit: TenantUnit,
  campaign: Campaign,
  row: CampaignRecipient,
  code: string,
  outboxId: number,
): void {
  if (row.state === "sent") changeRecipient(unit, row, { deliveredAt: null });
  else if (row.state !== "queued" && row.state !== "awaiting_confirmation") return;
  if (code === TEMPLATE) {
    // The template became unavailable: the recipient is returned and is next when the campaign resumes.
    if (row.state === "queued") {
      deleteRefusedSend(unit, outboxId);
      changeRecipient(unit, row, { state: "waiting", reason: null, messageId: null, dispatchedAt: null });
    } else changeRecipient(unit, row, { state: "failed", reason: code });
    pauseAutomatically(unit, campaign.id, "template");
    return;
  }
  const request = row.state === "awaiting_confirmation" && { confirmationRequestedAt: null };
  if (code === "ERR_WAPP_INVALID_CONTACT") {
    // The validity of the number was unknown at the start of the campaign; the failure shows that it is not on
    // WhatsApp.
    changeRecipient(unit, row, { ...request, state: "skipped", reason: "invalid" });
    return;
  }
  changeRecipient(unit, row, { ...request, state: "failed", reason: code });
  const dispatched = { campaignId: campaign.id, since: campaign.paceStartedAt ?? 0 };
  if ((queryOne(unit.db, sql.countFailures, dispatched)?.n ?? 0) >= RATE.failures)
    pauseAutomatically(unit, campaign.id, "failure_rate");
}

/** Stores receipts of campaign messages; a recipient who replied keeps that state. */
export function listenForReceipts({ bus }: Installation): void {
  bus.within(MessageReceiptReceived, (unit, { messageId, origin, ack }) => {
    if (ack < 2 || origin !== SOURCE) return;
    const row = recipientOfMessage(unit.db, messageId);
    // Receipts of a confirmation request are not counted.
    if (!row || row.deliveredAt === null) return;
    const read = ack > 2;
    const state = row.state === "replied" ? "replied" : read || row.state === "read" ? "read" : "delivered";
    changeRecipient(unit, row, {
      state,
      receivedAt: row.receivedAt ?? unit.now,
      ...(read && { readAt: row.readAt ?? unit.now }),
    });
  });
}
