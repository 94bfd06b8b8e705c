import { cancelQueued } from "#inbox/messages/index.ts";
import { connectionOf, requireComplete } from "#outreach/campaigns/editing/completeness.ts";
import { changeCampaign } from "#outreach/campaigns/editing/write.ts";
import { campaignState } from "#outreach/campaigns/errors.ts";
import { requireCampaign } from "#outreach/campaigns/queries.ts";
import { queuedInOutbox } from "#outreach/campaigns/recipients/recipients.sql.ts";
import type { Campaign } from "#outreach/campaigns/schema.ts";
import { execute, queryAll } from "#platform/db/query.ts";
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
    requireCampaign(unit.db, id);
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
