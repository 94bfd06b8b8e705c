import { removeMediaFile } from "#channels/media/index.ts";
import { campaignLocked } from "#outreach/campaigns/errors.ts";
import { CampaignDeleted } from "#outreach/campaigns/events.ts";
import { isDeletable } from "#outreach/campaigns/policy.ts";
import { requireCampaign } from "#outreach/campaigns/queries.ts";
import { one, run } from "#platform/db/database.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { changeCampaign } from "./write.ts";

/**
 * Admins; the conversations keep the sent messages. Its recipients are deleted in steps by a job. Throws 404 ERR_NOT_FOUND,
 * 409 ERR_CAMPAIGN_LOCKED.
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

const PIECE = `DELETE FROM campaign_recipient WHERE id IN (SELECT s.id FROM campaign_recipient s JOIN campaign c ON c.id = s.campaign_id
  WHERE c.deleted_at IS NOT NULL LIMIT 1000)`;
const EMPTY = `DELETE FROM campaign WHERE deleted_at IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM campaign_recipient s WHERE s.campaign_id = campaign.id)`;

/** Deletes one step of the recipients of deleted campaigns. */
export function deleteDeletedStep({ db }: TenantUnit): void {
  if (!one(db, "SELECT 1 FROM campaign WHERE deleted_at IS NOT NULL LIMIT 1")) return;
  run(db, PIECE);
  run(db, EMPTY);
}
