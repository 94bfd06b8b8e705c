import { removeMediaFile } from "#media/index.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { changeCampaign } from "./change.ts";
import { campaignLocked } from "./errors.ts";
import { CampaignDeleted } from "./events.ts";
import { isDeletable } from "./policy.ts";
import { requireCampaign } from "./queries.ts";

/**
 * Admins; the conversations keep what was sent. Its recipients go piece by piece behind it. Throws 404 ERR_NOT_FOUND,
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
