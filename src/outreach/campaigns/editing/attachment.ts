import { eq } from "drizzle-orm";
import { type MayReadFile, receiveAttachment, removeMediaFile } from "#channels/media/index.ts";
import { campaignLocked } from "#outreach/campaigns/errors.ts";
import { isEditable } from "#outreach/campaigns/policy.ts";
import { requireCampaign } from "#outreach/campaigns/queries.ts";
import { type Campaign, campaign } from "#outreach/campaigns/schema.ts";
import type { Db } from "#platform/db/database.ts";
import { isAdmin, type UserCtx } from "#tenants/tenant.ts";
import { changeCampaign } from "./write.ts";

/** Returns a campaign that may be changed. Throws 404 ERR_NOT_FOUND, 409 ERR_CAMPAIGN_LOCKED. */
function changeable(db: Db, id: number, nowMs: number): Campaign {
  const row = requireCampaign(db, id);
  if (!isEditable(row, nowMs)) throw campaignLocked();
  return row;
}

/** `POST /campaigns/{id}/media-upload`, admins. Throws as `changeable` and `receiveAttachment`. */
export async function attachFile({ tenant }: UserCtx, id: number, request: Request): Promise<void> {
  changeable(tenant.db, id, tenant.clock.now());
  await receiveAttachment(tenant, request, (unit, fileId) => {
    const { mediaId } = changeable(unit.db, id, unit.now);
    changeCampaign(unit, id, { mediaId: fileId });
    if (mediaId !== null) removeMediaFile(unit, mediaId);
  });
}

/** `DELETE /campaigns/{id}/media-upload`, admins. Throws 404 ERR_NOT_FOUND, 409 ERR_CAMPAIGN_LOCKED. */
export function detachFile({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    const { mediaId } = changeable(unit.db, id, unit.now);
    if (mediaId === null) return;
    changeCampaign(unit, id, { mediaId: null });
    removeMediaFile(unit, mediaId);
  });
}

/** Admins may read the file of a campaign. */
export const mayReadCampaignFile: MayReadFile = ({ tenant, actor }, fileId) =>
  isAdmin(actor) &&
  tenant.db.select({ id: campaign.id }).from(campaign).where(eq(campaign.mediaId, fileId)).get() !==
    undefined;
