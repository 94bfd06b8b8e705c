import { setting } from "#accounts/settings/index.ts";
import { valuesFor } from "#inbox/messages/index.ts";
import type { AudienceQuery, PreviewBody } from "#outreach/campaigns/contract.ts";
import { renderCampaign } from "#outreach/campaigns/sending/render.ts";
import { requireList } from "#outreach/contact-lists/index.ts";
import { contactById } from "#people/contacts/index.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./editing.sql.ts";

/**
 * `POST /campaigns/preview`, admins: the texts rendered for the first contact of the list, else of the tag. Without a
 * contact they are returned unchanged. Sends and stores nothing.
 */
export function previewTexts({ tenant }: UserCtx, body: PreviewBody) {
  const found = firstOf(tenant.db, body);
  if (!found) return { recipient: null, texts: body.texts };
  const { contactId, ...recipient } = found;
  const known = contactId === null ? undefined : contactById(tenant.db, contactId);
  const values = valuesFor(tenant, {
    ticket: null,
    contactId: contactId ?? 0,
    contactName: recipient.name || (known?.name ?? ""),
  });
  const variables = setting(tenant, "variables");
  return { recipient, texts: body.texts.map((text) => renderCampaign(text, recipient, variables, values)) };
}

function firstOf(db: Db, { contactListId, tagListId }: PreviewBody): sql.PreviewRecipient | undefined {
  const listed = contactListId ? queryOne(db, sql.firstOfList, { contactListId }) : undefined;
  return listed ?? (tagListId ? queryOne(db, sql.firstOfTag, { tagId: tagListId }) : undefined);
}

/**
 * `GET /campaign-audience`, admins: the number of people that a list and a tag reach together now. Throws 404
 * ERR_NOT_FOUND.
 */
export async function audienceOf(
  { tenant }: UserCtx,
  { contactListId, tagListId }: AudienceQuery,
): Promise<{ count: number }> {
  const list = contactListId ? requireList(tenant.db, contactListId) : undefined;
  const listed = list ? list.contactsCount - list.invalidCount : 0;
  return { count: listed + (tagListId ? await countTagged(tenant, tagListId, list?.id ?? 0) : 0) };
}

/** Counts each contact once, in steps: 100,000 in one step would delay every other request by half a second. */
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
