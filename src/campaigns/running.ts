import type { CampaignReport } from "#campaigns/report/contract.ts";
import { reportOf } from "#campaigns/report/report.ts";
import { isAdmin, type UserCtx } from "#tenants/tenant.ts";
import { campaignsAllowed } from "./enabled.ts";
import { listCampaigns } from "./queries.ts";
import type { Campaign } from "./schema.ts";

/** So many run side by side at most where they are shown together. */
const SHOWN = 20;

export interface RunningCampaign {
  readonly row: Campaign;
  readonly report: CampaignReport;
}

/** Campaigns that are EM_ANDAMENTO, newest first, with how far they are; nothing for who may not see campaigns. */
export function runningCampaigns({ tenant, actor }: UserCtx): readonly RunningCampaign[] {
  if (!isAdmin(actor) || !campaignsAllowed(tenant)) return [];
  return listCampaigns(tenant.db, { search: "", status: "EM_ANDAMENTO" }, SHOWN, 0).map(({ row }) => ({
    row,
    report: reportOf(tenant.db, row.id),
  }));
}
