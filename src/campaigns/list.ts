import { pageOfRows } from "#platform/http/page.ts";
import { fold } from "#platform/text.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { CampaignAnswer, CampaignStatus, RecipientAnswer, RecipientQuery } from "./contract.ts";
import { presentCampaign } from "./present.ts";
import { countCampaigns, listCampaigns, requireCampaign } from "./queries.ts";
import { countRecipients, listRecipients, presentRecipient } from "./recipients.ts";

interface Page<Row> {
  readonly records: Row[];
  readonly count: number;
  readonly hasMore: boolean;
}

/** `GET /campaigns`, admins: newest first. */
export function campaignPage(
  { tenant }: UserCtx,
  query: { searchParam: string; pageNumber: number; status?: CampaignStatus | "" | undefined },
): Page<CampaignAnswer> {
  const wanted = { search: fold(query.searchParam), status: query.status || null };
  const { rows, ...page } = pageOfRows(countCampaigns(tenant.db, wanted), query.pageNumber, (limit, offset) =>
    listCampaigns(tenant.db, wanted, limit, offset),
  );
  return { records: rows.map((row) => presentCampaign(tenant, row)), ...page };
}

/** `GET /campaigns/{id}/recipients`, admins. Throws 404 ERR_NOT_FOUND. */
export function recipientPage({ tenant }: UserCtx, id: number, query: RecipientQuery): Page<RecipientAnswer> {
  const { db } = tenant;
  requireCampaign(db, id);
  const wanted = { campaignId: id, state: query.state || null, search: fold(query.searchParam) };
  const { rows, ...page } = pageOfRows(countRecipients(db, wanted), query.pageNumber, (limit, offset) =>
    listRecipients(db, wanted, limit, offset),
  );
  return { records: rows.map(presentRecipient), ...page };
}
