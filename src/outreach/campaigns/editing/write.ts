import { eq } from "drizzle-orm";
import { CampaignUpdated } from "#outreach/campaigns/events.ts";
import { type Campaign, campaign } from "#outreach/campaigns/schema.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/** Name of the campaigns job in the wake schedule. */
export const CAMPAIGNS_DUE = "campaigns";

/** Writes changed fields of a campaign and schedules the job at once; the caller emits the event. */
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

/** Writes changed fields of a campaign, schedules the job at once, and emits the event. */
export function changeCampaign(...[unit, id, changes]: Parameters<typeof writeCampaign>): void {
  writeCampaign(unit, id, changes);
  unit.emit(CampaignUpdated, { campaignId: id });
}
