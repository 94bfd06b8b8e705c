import { OutboxCompleted } from "#inbox/messages/events.ts";
import { deleteRefusedSend } from "#inbox/messages/index.ts";
import { one } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { SOURCE } from "./dispatch.ts";
import { isRestriction, RATE } from "./failures.ts";
import { finishIfDone } from "./finish.ts";
import { REQUEST } from "./parts.ts";
import { pauseByItself, pauseConnection } from "./pause.ts";
import { campaignById } from "./queries.ts";
import type { Campaign, Shipping } from "./schema.ts";
import { changeShipping, recipientOfMessage } from "./shipping-rows.ts";

/** Not approved any more, or changed. */
const TEMPLATE = "ERR_TEMPLATE_UNAVAILABLE";
const DETAIL = "SELECT error FROM outbox WHERE id = ?";
const FAILURES = `SELECT count(*) AS n FROM (SELECT state FROM campaign_recipient INDEXED BY campaign_recipient_dispatches
  WHERE campaign_id = ?1 AND dispatched_at >= ?2 ORDER BY dispatched_at DESC LIMIT ${RATE.of}) WHERE state = 'failed'`;

/**
 * What became of a campaign's message, in the same transaction (docs/rules/campaigns.md#recipients,
 * docs/rules/campaigns.md#number-protection).
 */
export function followOutcomes({ bus }: Installation): void {
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

/** The network has it; a request only waits on. A person may have tried a failed one again. */
function accepted(unit: TenantUnit, campaign: Campaign, row: Shipping, isRequest: boolean): void {
  const again = row.state === "failed" || row.reason === "invalid";
  if (isRequest && again && campaign.status === "running")
    changeShipping(unit, row, {
      ...{ state: "awaiting_confirmation", reason: null, confirmationRequestedAt: unit.now },
    });
  else if (!isRequest && (again || row.state === "queued"))
    changeShipping(unit, row, { state: "sent", reason: null, deliveredAt: row.deliveredAt ?? unit.now });
}

/** Stopped campaigns keep their recipients; else somebody took this one message back. */
function withdrawn(unit: TenantUnit, campaign: Campaign, row: Shipping): void {
  if (campaign.status === "running") changeShipping(unit, row, { state: "skipped", reason: "withdrawn" });
}

/** An official number is told of a failure after the message was taken: what reached no phone was not delivered. */
function failed(unit: TenantUnit, campaign: Campaign, row: Shipping, code: string, outboxId: number): void {
  if (row.state === "sent") changeShipping(unit, row, { deliveredAt: null });
  else if (row.state !== "queued" && row.state !== "awaiting_confirmation") return;
  if (code === TEMPLATE) {
    // The template went away under it: this recipient is the next one when the campaign goes on.
    if (row.state === "queued") {
      deleteRefusedSend(unit, outboxId);
      changeShipping(unit, row, { state: "waiting", reason: null, messageId: null, dispatchedAt: null });
    } else changeShipping(unit, row, { state: "failed", reason: code });
    pauseByItself(unit, campaign.id, "template");
    return;
  }
  const asked = row.state === "awaiting_confirmation" && { confirmationRequestedAt: null };
  if (code === "ERR_WAPP_INVALID_CONTACT") {
    // Nobody knew it when the campaign began: it is settled now.
    changeShipping(unit, row, { ...asked, state: "skipped", reason: "invalid" });
    return;
  }
  changeShipping(unit, row, { ...asked, state: "failed", reason: code });
  if (
    code === "ERR_SPAM_LIMIT" ||
    isRestriction(one<{ error: string | null }>(unit.db, DETAIL, outboxId)?.error ?? null)
  )
    pauseConnection(unit, campaign.connectionId ?? 0, "restricted");
  const { n } = one<{ n: number }>(unit.db, FAILURES, campaign.id, campaign.paceStartedAt ?? 0) ?? { n: 0 };
  if (n >= RATE.failures) pauseByItself(unit, campaign.id, "failure_rate");
}
