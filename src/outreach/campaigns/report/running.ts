import { listCampaigns } from "#outreach/campaigns/queries.ts";
import { campaignsAllowed } from "#outreach/campaigns/require-campaigns.ts";
import type { Campaign } from "#outreach/campaigns/schema.ts";
import { waitsOf } from "#outreach/campaigns/sending/pacing.ts";
import { paceOf } from "#outreach/campaigns/sending/send-next.ts";
import { isAdmin, type UserCtx } from "#tenants/tenant.ts";
import type { CampaignReport } from "./contract.ts";
import { reportOf } from "./report.ts";

/** Maximum number of running campaigns listed together. */
const SHOWN = 20;

export interface RunningCampaign {
  readonly row: Campaign;
  readonly report: CampaignReport;
  /** Seconds until the last recipient at the current pace; null while it is paused or no recipient waits. */
  readonly secondsLeft: number | null;
}

/** The running campaigns with their progress, newest first; empty for callers who may not see campaigns. */
export function runningCampaigns({ tenant, actor }: UserCtx): readonly RunningCampaign[] {
  if (!isAdmin(actor) || !campaignsAllowed(tenant)) return [];
  const pace = paceOf(tenant);
  const running = listCampaigns(tenant.db, { search: "", status: "running" }, SHOWN, 0);
  return running.map(({ row }) => {
    const report = reportOf(tenant.db, row.id);
    const waiting = report.states["waiting"] ?? 0;
    const ms = waitsOf(Math.max(1, row.paced), row.paced + waiting - 1, pace);
    return { row, report, secondsLeft: row.pausedAt === null && waiting > 0 ? Math.ceil(ms / 1000) : null };
  });
}
