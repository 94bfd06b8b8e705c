import { recipientsLeft } from "#channels/connections/index.ts";
import type { AudienceAnswer, AudienceQuery } from "#outreach/campaigns/contract.ts";
import { requireList } from "#outreach/contact-lists/index.ts";
import { queryAll } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./editing.sql.ts";

/**
 * `GET /campaign-audience`, admins: the number of people that a list and a tag reach together now, and how many of
 * them never wrote on the connection. Throws 404 ERR_NOT_FOUND.
 */
export async function audienceOf(
  { tenant }: UserCtx,
  { contactListId, tagListId, whatsappId }: AudienceQuery,
): Promise<AudienceAnswer> {
  const list = contactListId ? requireList(tenant.db, contactListId) : undefined;
  const connectionId = whatsappId ?? 0;
  const listed = list ? list.contactsCount - list.invalidCount : 0;
  const release = tenant.keepOpen();
  try {
    const tagged = tagListId
      ? await countTagged(tenant, { tagId: tagListId, contactListId: list?.id ?? 0, connectionId })
      : { count: 0, cold: 0 };
    const cold = list && connectionId > 0 ? await countColdItems(tenant, list.id, connectionId) : 0;
    return {
      count: listed + tagged.count,
      left: connectionId > 0 ? recipientsLeft(tenant, connectionId) : null,
      cold: connectionId > 0 ? cold + tagged.cold : null,
    };
  } finally {
    release();
  }
}

/** Counts each contact once, in steps: 100,000 in one step would delay every other request by half a second. */
async function countTagged(
  tenant: Tenant,
  wanted: { readonly tagId: number; readonly contactListId: number; readonly connectionId: number },
): Promise<{ readonly count: number; readonly cold: number }> {
  const reached = new Map<number, boolean>();
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows: sql.TaggedRow[] = queryAll(tenant.db, sql.taggedStep, { ...wanted, after });
    for (const row of rows) if (row.reached) reached.set(row.contactId, row.isCold === 1);
    after = rows.at(-1)?.ticketId;
    await yieldToEventLoop(tenant);
  }
  return { count: reached.size, cold: [...reached.values()].filter(Boolean).length };
}

/** Counts the people of a list who never wrote on the connection, in steps. */
async function countColdItems(tenant: Tenant, contactListId: number, connectionId: number): Promise<number> {
  let cold = 0;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows: { readonly id: number; readonly isCold: number }[] = queryAll(tenant.db, sql.coldStep, {
      ...{ contactListId, connectionId, after },
    });
    cold += rows.filter(({ isCold }) => isCold === 1).length;
    after = rows.at(-1)?.id;
    await yieldToEventLoop(tenant);
  }
  return cold;
}
