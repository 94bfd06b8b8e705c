import type { AudienceQuery } from "#outreach/campaigns/contract.ts";
import { requireList } from "#outreach/contact-lists/index.ts";
import { queryAll } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./editing.sql.ts";

/**
 * `GET /campaign-audience`, admins: how many people a list and a tag reach together, by current data. Throws
 * 404 ERR_NOT_FOUND.
 */
export async function audienceOf(
  { tenant }: UserCtx,
  { contactListId, tagListId }: AudienceQuery,
): Promise<{ count: number }> {
  const list = contactListId ? requireList(tenant.db, contactListId) : undefined;
  const listed = list ? list.contactsCount - list.invalidCount : 0;
  return { count: listed + (tagListId ? await countTagged(tenant, tagListId, list?.id ?? 0) : 0) };
}

/** Each contact once, in steps: 100,000 at once would delay every other request by half a second. */
async function countTagged(tenant: Tenant, tagId: number, contactListId: number): Promise<number> {
  const reached = new Set<number>();
  const release = tenant.keepOpen();
  try {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const rows: sql.TaggedRow[] = queryAll(tenant.db, sql.taggedStep, { tagId, contactListId, after });
      for (const row of rows) if (row.reached) reached.add(row.contactId);
      after = rows.at(-1)?.ticketId;
      await yieldToEventLoop(tenant);
    }
  } finally {
    release();
  }
  return reached.size;
}
