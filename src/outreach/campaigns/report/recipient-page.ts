import { requireCampaign } from "#outreach/campaigns/queries.ts";
import {
  countRecipients,
  listRecipients,
  presentRecipient,
  type RecipientFilter,
} from "#outreach/campaigns/recipients/list.ts";
import { PAGE_SIZE } from "#platform/http/page.ts";
import { createPageMemory } from "#platform/page-memory.ts";
import { fold } from "#platform/text.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { RecipientAnswer, RecipientQuery } from "./contract.ts";
import { reportOf } from "./report.ts";

/** Position after the last row of a page, and the number of rows of the list at that time. */
interface End {
  readonly position: number;
  readonly count: number;
}

/**
 * `GET /campaigns/{id}/recipients`, admins: 20 per page, in sending order. A page continues after the last row of the
 * caller's previous page while the list has the same length; otherwise it starts at its offset in rows. Throws 404
 * ERR_NOT_FOUND.
 */
export function recipientPage({ tenant, actor }: UserCtx, id: number, query: RecipientQuery) {
  const { db } = tenant;
  requireCampaign(db, id);
  const { pageNumber } = query;
  const wanted = { campaignId: id, state: query.state || null, search: searchedFor(query.searchParam) };
  const count = wanted.search === "" ? tallied(db, wanted) : countRecipients(db, wanted);
  const before = (pageNumber - 1) * PAGE_SIZE;
  if (before >= count) return { records: [] as RecipientAnswer[], count, hasMore: false };
  const memory = tenant.cached("campaign-recipient-pages", () => createPageMemory<End>(tenant.clock));
  const name = `${actor.id} ${id} ${wanted.state ?? ""} ${wanted.search}`;
  const end = memory.endOf(name, pageNumber - 1);
  const from = end?.count === count ? { after: end.position } : { offset: before };
  const rows = listRecipients(db, wanted, PAGE_SIZE, from);
  const last = rows.at(-1);
  if (last) memory.remember(name, pageNumber, { position: last.position, count });
  return {
    records: rows.map(presentRecipient),
    count,
    hasMore: rows.length > 0 && before + rows.length < count,
  };
}

/** The count of a list from the counters that triggers update, without reading recipients. */
function tallied(db: Parameters<typeof reportOf>[0], { campaignId, state }: RecipientFilter): number {
  const { total, states } = reportOf(db, campaignId);
  return state === null ? total : (states[state] ?? 0);
}

/** The digits of a search text, so that a number with blanks, brackets or a plus is found; otherwise the text. */
function searchedFor(typed: string): string {
  const digits = typed.replace(/[\s().+-]/g, "");
  return /^\d{3,20}$/.test(digits) ? digits : fold(typed);
}
