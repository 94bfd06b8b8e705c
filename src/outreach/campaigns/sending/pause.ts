import { notifyAdmins } from "#accounts/notices/index.ts";
import type { PauseReason } from "#outreach/campaigns/contract.ts";
import { changeCampaign } from "#outreach/campaigns/editing/write.ts";
import { all } from "#platform/db/database.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

// The condition is part of the update: a paused campaign keeps its reason.
const RUNNING = "status = 'running' AND paused_at IS NULL AND deleted_at IS NULL";
const pausing = (which: string) => `UPDATE campaign SET paused_at = ?1, pause_reason = ?2, resume_at = NULL
  WHERE ${RUNNING} AND ${which} RETURNING id, name`;
const ONE = pausing("id = ?3");
const OF_CONNECTION = pausing("connection_id = ?3");
const ALL = pausing("?3 = 0");

type Automatic = Exclude<PauseReason, "manual">;

function pause(unit: TenantUnit, sql: string, reason: Automatic, id: number): void {
  for (const { id: campaignId, name } of all<{ id: number; name: string }>(
    unit.db,
    sql,
    unit.now,
    reason,
    id,
  )) {
    changeCampaign(unit, campaignId, {});
    notifyAdmins(unit, {
      code: "campaign_paused",
      details: { campaignId, name, reason },
      key: `campaign_paused:${campaignId}:${unit.now}`,
    });
  }
}

/** Pauses the campaign and notifies admins of the reason (docs/rules/campaigns.md#number-protection). */
export const pauseAutomatically = (unit: TenantUnit, campaignId: number, reason: Automatic): void =>
  pause(unit, ONE, reason, campaignId);
/** The same for everything that runs on a connection. */
export const pauseConnection = (unit: TenantUnit, connectionId: number, reason: Automatic): void =>
  pause(unit, OF_CONNECTION, reason, connectionId);
/** The same for everything that runs. */
export const pauseAll = (unit: TenantUnit, reason: Automatic): void => pause(unit, ALL, reason, 0);
