import { notifyAdmins } from "#accounts/notices/index.ts";
import { changeCampaign } from "#outreach/campaigns/editing/write.ts";
import { queryOne } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./sending.sql.ts";

/** Finishes a running campaign without recipients left (docs/rules/campaigns.md#states) and notifies admins. */
export function finishIfDone(unit: TenantUnit, campaignId: number): void {
  const finished = queryOne(unit.db, sql.finish, { id: campaignId, now: unit.now });
  if (!finished) return;
  changeCampaign(unit, campaignId, {});
  notifyAdmins(unit, {
    code: "campaign_done",
    details: { campaignId, name: finished.name },
    key: `campaign_done:${campaignId}:${finished.at}`,
  });
}
