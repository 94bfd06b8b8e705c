import { MessageReceiptReceived, OutboxCompleted } from "#inbox/messages/events.ts";
import { deleteRefusedSend } from "#inbox/messages/index.ts";
import { campaignById } from "#outreach/campaigns/queries.ts";
import { changeRecipient, recipientOfMessage } from "#outreach/campaigns/recipients/rows.ts";
import type { Campaign, CampaignRecipient } from "#outreach/campaigns/schema.ts";
import { SOURCE } from "#outreach/campaigns/sending/dispatch.ts";
import { isRestriction, RATE } from "#outreach/campaigns/sending/failures.ts";
import { finishIfDone } from "#outreach/campaigns/sending/finish.ts";
import { REQUEST } from "#outreach/campaigns/sending/parts.ts";
import { pauseAutomatically, pauseConnection } from "#outreach/campaigns/sending/pause.ts";
import * as sql from "#outreach/campaigns/sending/sending.sql.ts";
import { queryOne } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** Error code: the message template was changed or is no longer approved. */
const TEMPLATE = "ERR_TEMPLATE_UNAVAILABLE";
/**
 * Stores the outcome of a campaign's message in the same transaction (docs/rules/campaigns.md#recipients,
 * docs/rules/campaigns.md#number-protection).
 */
export function listenForOutcomes({ bus }: Installation): void {
  bus.within(OutboxCompleted, (unit, { outboxId, messageId, source, sourceKey, state, error }) => {
    if (source !== SOURCE || messageId === null) return;
    const row = recipientOfMessage(unit.db, messageId);
    const campaign = row && campaignById(unit.db, row.campaignId);
    if (!row || !campaign) return;
    if (state === "sent") accepted(unit, campaign, row, sourceKey.endsWith(`:${REQUEST}`));
    else if (state === "cancelled") withdrawn(unit, campaign, row);
    else failed(unit, campaign, row, error ?? "ERR_SENDING_WAPP_MSG", outboxId);
    finishIfDone(unit, campaign.id);
  });
}

/** The network accepted the message; a confirmation request still waits for its answer. A user may have retried a failed message. */
function accepted(unit: TenantUnit, campaign: Campaign, row: CampaignRecipient, isRequest: boolean): void {
  const isRetry = row.state === "failed" || row.reason === "invalid";
  if (isRequest && isRetry && campaign.status === "running")
    changeRecipient(unit, row, {
      ...{ state: "awaiting_confirmation", reason: null, confirmationRequestedAt: unit.now },
    });
  else if (!isRequest && (isRetry || row.state === "queued"))
    changeRecipient(unit, row, { state: "sent", reason: null, deliveredAt: row.deliveredAt ?? unit.now });
}

/** The message was withdrawn: recipients of a stopped campaign keep their state; in a running one a user deleted the message. */
function withdrawn(unit: TenantUnit, campaign: Campaign, row: CampaignRecipient): void {
  if (campaign.status === "running") changeRecipient(unit, row, { state: "skipped", reason: "withdrawn" });
}

/** Official numbers report failures after accepting a message: a message that reached no phone was not delivered. */
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
    // The template became unavailable: this recipient is the next one when the campaign resumes.
    if (row.state === "queued") {
      deleteRefusedSend(unit, outboxId);
      changeRecipient(unit, row, { state: "waiting", reason: null, messageId: null, dispatchedAt: null });
    } else changeRecipient(unit, row, { state: "failed", reason: code });
    pauseAutomatically(unit, campaign.id, "template");
    return;
  }
  const request = row.state === "awaiting_confirmation" && { confirmationRequestedAt: null };
  if (code === "ERR_WAPP_INVALID_CONTACT") {
    // The number was unknown when the campaign started: its validity is known now.
    changeRecipient(unit, row, { ...request, state: "skipped", reason: "invalid" });
    return;
  }
  changeRecipient(unit, row, { ...request, state: "failed", reason: code });
  if (
    code === "ERR_SPAM_LIMIT" ||
    isRestriction(queryOne(unit.db, sql.sendError, { outboxId })?.error ?? null)
  )
    pauseConnection(unit, campaign.connectionId ?? 0, "restricted");
  const dispatched = { campaignId: campaign.id, since: campaign.paceStartedAt ?? 0 };
  if ((queryOne(unit.db, sql.countFailures, dispatched)?.n ?? 0) >= RATE.failures)
    pauseAutomatically(unit, campaign.id, "failure_rate");
}

/** Stores receipts of campaign messages; a reply outranks every receipt. */
export function listenForReceipts({ bus }: Installation): void {
  bus.within(MessageReceiptReceived, (unit, { messageId, ack }) => {
    if (ack < 2) return;
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
