import { notifyAdmins } from "#accounts/notices/index.ts";
import { refuseOverBudget } from "#inbox/costs/index.ts";
import { cancelQueued } from "#inbox/messages/index.ts";
import type { PauseReason } from "#outreach/campaigns/contract.ts";
import { connectionOf, requireComplete } from "#outreach/campaigns/editing/completeness.ts";
import { prepareCosts } from "#outreach/campaigns/editing/costs.ts";
import { changeCampaign } from "#outreach/campaigns/editing/write.ts";
import { campaignState } from "#outreach/campaigns/errors.ts";
import { requireCampaign } from "#outreach/campaigns/queries.ts";
import { queuedInOutbox } from "#outreach/campaigns/recipients/recipients.sql.ts";
import type { Campaign } from "#outreach/campaigns/schema.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./sending.sql.ts";

/**
 * Stops a campaign, for admins; messages being sent now are still sent, and recipients keep their state. Throws 404
 * ERR_NOT_FOUND, 409 ERR_CAMPAIGN_STATE.
 */
export function cancelCampaign({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    const row = requireCampaign(unit.db, id);
    if (execute(unit.db, sql.cancel, { id }).changes === 0) throw campaignState();
    cancelQueuedOf(unit, row);
    changeCampaign(unit, id, {});
  });
}

/**
 * Restarts a stopped campaign, for admins, with recipients who got nothing, those with a temporary failure, and items
 * added to its list since. Throws 404 ERR_NOT_FOUND, 409 ERR_CAMPAIGN_STATE, and as `requireComplete`.
 */
export function restartCampaign({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    const row = requireCampaign(unit.db, id);
    if (row.status !== "cancelled") throw campaignState();
    requireComplete(unit.db, row);
    const connectionId = connectionOf(unit.db, row) ?? null;
    prepareCosts(unit, { ...row, connectionId });
    if (execute(unit.db, sql.restart, { id, connectionId, now: unit.now }).changes === 0)
      throw campaignState();
    changeCampaign(unit, id, {});
  });
}

/** Pauses a campaign until an admin resumes it, for admins. Throws 404 ERR_NOT_FOUND, 409 ERR_CAMPAIGN_STATE. */
export function pauseCampaign({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    requireCampaign(unit.db, id);
    if (execute(unit.db, sql.pauseManually, { id, now: unit.now }).changes === 0) throw campaignState();
    changeCampaign(unit, id, {});
  });
}

/** Resumes a campaign after a pause of any reason, for admins. Throws 404 ERR_NOT_FOUND, 409 ERR_CAMPAIGN_STATE. */
export function resumeCampaign({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    const row = requireCampaign(unit.db, id);
    if (row.connectionId !== null) refuseOverBudget(unit.tenant, row.connectionId, "campaign");
    if (execute(unit.db, sql.resume, { id, now: unit.now }).changes === 0) throw campaignState();
    changeCampaign(unit, id, {});
  });
}

/** Cancels the campaign's queued messages in the outbox; messages being sent are not affected. */
function cancelQueuedOf(unit: TenantUnit, { id, connectionId }: Campaign): void {
  if (connectionId === null) return;
  const keys = { from: `campaign:${id}:`, to: `campaign:${id};` };
  const rows = queryAll(unit.db, queuedInOutbox, { connectionId, ...keys });
  for (const row of rows) cancelQueued(unit, row.id);
}

type Automatic = Exclude<PauseReason, "manual">;

function announce(
  unit: TenantUnit,
  reason: Automatic,
  paused: readonly { readonly id: number; readonly name: string }[],
): void {
  for (const { id: campaignId, name } of paused) {
    changeCampaign(unit, campaignId, {});
    notifyAdmins(unit, {
      code: "campaign_paused",
      details: { campaignId, name, reason },
      key: `campaign_paused:${campaignId}:${unit.now}`,
    });
  }
}

/** Pauses the campaign and notifies admins of the reason (docs/rules/campaigns.md#number-protection). */
export const pauseAutomatically = (unit: TenantUnit, id: number, reason: Automatic): void =>
  announce(unit, reason, queryAll(unit.db, sql.pauseOne, { now: unit.now, reason, id }));
/** Pauses all running campaigns of a connection and notifies admins of the reason. */
export const pauseConnection = (unit: TenantUnit, connectionId: number, reason: Automatic): void =>
  announce(unit, reason, queryAll(unit.db, sql.pauseOfConnection, { now: unit.now, reason, connectionId }));
/** Pauses all running campaigns of the company and notifies admins of the reason. */
export const pauseAll = (unit: TenantUnit, reason: Automatic): void =>
  announce(unit, reason, queryAll(unit.db, sql.pauseAll, { now: unit.now, reason }));

/** Finishes a running campaign without recipients left (docs/rules/campaigns.md#states) and notifies admins. */
export function finishIfDone(unit: TenantUnit, campaignId: number): void {
  const finished = queryOne(unit.db, sql.finish, { id: campaignId, now: unit.now });
  if (!finished) return;
  changeCampaign(unit, campaignId, {});
  notifyAdmins(unit, {
    code: "campaign_done",
    details: { campaignId, name: finished.name },
    key: `campaign_done:${campaignId}:${finished.at}`,
  });
}
