import { eq } from "drizzle-orm";
import type { TenantUnit } from "#tenants/tenant.ts";
import { CampaignUpdated } from "./events.ts";
import { type Campaign, campaign } from "./schema.ts";

/** Name under which companies with campaigns to look after stand in the list of due work. */
export const CAMPAIGNS_DUE = "campaigns";

/** Writes what is different of a campaign, tells, and has it looked after at once. */
export function changeCampaign(
  unit: TenantUnit,
  id: number,
  changes: Partial<Omit<Campaign, "id" | "createdAt" | "updatedAt">>,
): void {
  unit.db
    .update(campaign)
    .set({ ...changes, updatedAt: unit.now })
    .where(eq(campaign.id, id))
    .run();
  unit.emit(CampaignUpdated, { campaignId: id });
  unit.due(CAMPAIGNS_DUE, unit.now);
}
