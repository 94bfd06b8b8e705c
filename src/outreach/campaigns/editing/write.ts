import { eq, isNotNull } from "drizzle-orm";
import { removeMediaFile } from "#channels/media/index.ts";
import { campaignLocked } from "#outreach/campaigns/errors.ts";
import { CampaignDeleted, CampaignUpdated } from "#outreach/campaigns/events.ts";
import { isDeletable } from "#outreach/campaigns/policy.ts";
import { requireCampaign } from "#outreach/campaigns/queries.ts";
import * as sql from "#outreach/campaigns/recipients/recipients.sql.ts";
import { type Campaign, campaign } from "#outreach/campaigns/schema.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";

/** Name of the campaigns job in the wake schedule. */
export const CAMPAIGNS_DUE = "campaigns";

/** Writes changed fields of a campaign and schedules the job immediately; the caller emits the event. */
export function writeCampaign(
  unit: TenantUnit,
  id: number,
  changes: Partial<Omit<Campaign, "id" | "createdAt" | "updatedAt">>,
): void {
  unit.db
    .update(campaign)
    .set({ ...changes, updatedAt: unit.now })
    .where(eq(campaign.id, id))
    .run();
  unit.scheduleWake(CAMPAIGNS_DUE, unit.now);
}

/** Writes changed fields of a campaign, schedules the job immediately, and emits the event. */
export function changeCampaign(...[unit, id, changes]: Parameters<typeof writeCampaign>): void {
  writeCampaign(unit, id, changes);
  unit.emit(CampaignUpdated, { campaignId: id });
}

/**
 * Deletes a campaign, for admins; its sent messages stay in the conversations. Its recipients are deleted in steps by
 * a job. Throws 404 ERR_NOT_FOUND, 409 ERR_CAMPAIGN_LOCKED.
 */
export function deleteCampaign({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    const row = requireCampaign(unit.db, id);
    if (!isDeletable(row, unit.now)) throw campaignLocked();
    changeCampaign(unit, id, { deletedAt: unit.now, mediaId: null });
    if (row.mediaId !== null) removeMediaFile(unit, row.mediaId);
    unit.emit(CampaignDeleted, { campaignId: id });
  });
}

/** Deletes one step of the recipients of deleted campaigns. */
export function deleteDeletedStep({ db }: TenantUnit): void {
  const deleted = db.select({ id: campaign.id }).from(campaign).where(isNotNull(campaign.deletedAt)).get();
  if (!deleted) return;
  execute(db, sql.deleteDeletedStep);
  execute(db, sql.deleteEmptyCampaigns);
}
