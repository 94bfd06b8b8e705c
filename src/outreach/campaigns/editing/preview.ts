import { setting } from "#accounts/settings/index.ts";
import { valuesFor } from "#inbox/messages/index.ts";
import type { PreviewBody } from "#outreach/campaigns/contract.ts";
import { renderCampaign } from "#outreach/campaigns/sending/render.ts";
import { contactById } from "#people/contacts/index.ts";
import type { Db } from "#platform/db/database.ts";
import { queryOne } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
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
