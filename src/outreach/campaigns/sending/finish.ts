import { notifyAdmins } from "#accounts/notices/index.ts";
import { changeCampaign } from "#outreach/campaigns/editing/write.ts";
import { one } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

const FINISH = `UPDATE campaign SET status = 'finished', completed_at = ?1, paused_at = NULL, pause_reason = NULL,
  resume_at = NULL WHERE id = ?2 AND status = 'running' AND freeze_phase = 'done' AND 0 = (
    SELECT coalesce(sum(n), 0) FROM campaign_tally
    WHERE campaign_id = ?2 AND what IN ('waiting:', 'awaiting_confirmation:', 'queued:'))
  RETURNING name, completed_at AS at`;

/** Finishes a running campaign without recipients left (docs/rules/campaigns.md#states) and notifies admins. */
export function finishIfDone(unit: TenantUnit, campaignId: number): void {
  const over = one<{ name: string; at: number }>(unit.db, FINISH, unit.now, campaignId);
  if (!over) return;
  changeCampaign(unit, campaignId, {});
  notifyAdmins(unit, {
    code: "campaign_done",
    details: { campaignId, name: over.name },
    key: `campaign_done:${campaignId}:${over.at}`,
  });
}
