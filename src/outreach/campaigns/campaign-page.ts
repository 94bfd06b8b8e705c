import { pageOfRows } from "#platform/http/page.ts";
import { fold } from "#platform/text.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { CampaignAnswer, CampaignStatus } from "./contract.ts";
import { presentCampaign, statusOf } from "./present.ts";
import { countCampaigns, listCampaigns } from "./queries.ts";

/** `GET /campaigns`, admins: newest first. */
export function campaignPage(
  { tenant }: UserCtx,
  query: { searchParam: string; pageNumber: number; status?: CampaignStatus | "" | undefined },
): { records: CampaignAnswer[]; count: number; hasMore: boolean } {
  const wanted = { search: fold(query.searchParam), status: query.status ? statusOf(query.status) : null };
  const { rows, ...page } = pageOfRows(countCampaigns(tenant.db, wanted), query.pageNumber, (limit, offset) =>
    listCampaigns(tenant.db, wanted, limit, offset),
  );
  return { records: rows.map((row) => presentCampaign(tenant, row)), ...page };
}
