import { isNotNull } from "drizzle-orm";
import { removeMediaFile } from "#channels/media/index.ts";
import { campaignLocked } from "#outreach/campaigns/errors.ts";
import { CampaignDeleted } from "#outreach/campaigns/events.ts";
import { isDeletable } from "#outreach/campaigns/policy.ts";
import { requireCampaign } from "#outreach/campaigns/queries.ts";
import * as sql from "#outreach/campaigns/recipients/recipients.sql.ts";
import { campaign } from "#outreach/campaigns/schema.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { changeCampaign } from "./write.ts";

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
