import { connectionOf, requireComplete } from "#outreach/campaigns/editing/completeness.ts";
import { changeCampaign } from "#outreach/campaigns/editing/write.ts";
import { campaignState } from "#outreach/campaigns/errors.ts";
import { requireCampaign } from "#outreach/campaigns/queries.ts";
import { cancelQueuedOf } from "#outreach/campaigns/recipients/cancel-queued.ts";
import { run } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";

// The condition is part of the update: the second of two requests changes nothing.
const CANCEL = `UPDATE campaign SET status = 'cancelled', paused_at = NULL, pause_reason = NULL, resume_at = NULL
  WHERE id = ? AND status IN ('running', 'scheduled')`;
const RESTART = `UPDATE campaign SET status = 'running', connection_id = ?1, started_at = coalesce(started_at, ?2),
  completed_at = NULL, pace_started_at = ?2, paced = 0, freeze_cursor = 0,
  freeze_phase = CASE freeze_phase WHEN 'drop' THEN 'drop' ELSE 'retry' END WHERE id = ?3 AND status = 'cancelled'`;
const PAUSE = `UPDATE campaign SET paused_at = ?, pause_reason = 'manual', resume_at = NULL
  WHERE id = ? AND status = 'running' AND paused_at IS NULL`;
const RESUME = `UPDATE campaign SET paused_at = NULL, pause_reason = NULL, resume_at = NULL, pace_started_at = ?, paced = 0
  WHERE id = ? AND status = 'running' AND paused_at IS NOT NULL`;

/**
 * Admins: nothing more leaves but what is being handed over; recipients stay as they are. Throws 404 ERR_NOT_FOUND,
 * 409 ERR_CAMPAIGN_STATE.
 */
export function cancelCampaign({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    const row = requireCampaign(unit.db, id);
    if (run(unit.db, CANCEL, id).changes === 0) throw campaignState();
    cancelQueuedOf(unit, row);
    changeCampaign(unit, id, {});
  });
}

/**
 * Admins: continues with recipients who got nothing, those with a temporary failure, and new items of its list
 * since. Throws 404 ERR_NOT_FOUND, 409 ERR_CAMPAIGN_STATE, and what makes it incomplete.
 */
export function restartCampaign({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    const row = requireCampaign(unit.db, id);
    if (row.status !== "cancelled") throw campaignState();
    requireComplete(unit.db, row);
    const connectionId = connectionOf(unit.db, row) ?? null;
    if (run(unit.db, RESTART, connectionId, unit.now, id).changes === 0) throw campaignState();
    changeCampaign(unit, id, {});
  });
}

/** Admins: pauses until an admin resumes it. Throws 404 ERR_NOT_FOUND, 409 ERR_CAMPAIGN_STATE. */
export function pauseCampaign({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    requireCampaign(unit.db, id);
    if (run(unit.db, PAUSE, unit.now, id).changes === 0) throw campaignState();
    changeCampaign(unit, id, {});
  });
}

/** Admins: ends a pause of any reason. Throws 404 ERR_NOT_FOUND, 409 ERR_CAMPAIGN_STATE. */
export function resumeCampaign({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    requireCampaign(unit.db, id);
    if (run(unit.db, RESUME, unit.now, id).changes === 0) throw campaignState();
    changeCampaign(unit, id, {});
  });
}
