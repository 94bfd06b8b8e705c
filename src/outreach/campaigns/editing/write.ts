import { eq } from "drizzle-orm";
import { CampaignUpdated } from "#outreach/campaigns/events.ts";
import { type Campaign, campaign } from "#outreach/campaigns/schema.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** Name under which companies with campaigns to look after stand in the list of due work. */
export const CAMPAIGNS_DUE = "campaigns";

/** Writes what is different of a campaign, and has it looked after at once; the caller tells. */
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

/** The same, and tells. */
export function changeCampaign(...[unit, id, changes]: Parameters<typeof writeCampaign>): void {
  writeCampaign(unit, id, changes);
  unit.emit(CampaignUpdated, { campaignId: id });
}
