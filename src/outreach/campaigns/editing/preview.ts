import { setting } from "#accounts/settings/index.ts";
import { valuesFor } from "#inbox/messages/index.ts";
import type { PreviewBody } from "#outreach/campaigns/contract.ts";
import { type Recipient, renderCampaign } from "#outreach/campaigns/sending/render.ts";
import { contactById } from "#people/contacts/index.ts";
import { type Db, one } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";

type Somebody = Recipient & { readonly contactId: number | null };
const OF_LIST = `SELECT i.name, i.number, i.email, x.contact_id AS contactId
  FROM contact_list_item i INDEXED BY contact_list_item_order
  LEFT JOIN contact_identity x ON x.kind = 'pn' AND x.scope = '' AND x.match_key = i.match_key
  WHERE i.contact_list_id = ? ORDER BY i.id LIMIT 1`;
const OF_TAG = `SELECT c.name, coalesce(c.number, '') AS number, c.email, c.id AS contactId
  FROM ticket_tag g JOIN ticket t ON t.id = g.ticket_id JOIN contact c ON c.id = t.contact_id
  WHERE g.tag_id = ? AND c.is_group = 0 ORDER BY g.ticket_id LIMIT 1`;

/**
 * `POST /campaigns/preview`, admins: texts as the first of the list, or else of the tag, would read them now. Without
 * anybody they stay as they are. Sends and stores nothing.
 */
export function previewTexts({ tenant }: UserCtx, body: PreviewBody) {
  const somebody = firstOf(tenant.db, body);
  if (!somebody) return { recipient: null, texts: body.texts };
  const { contactId, ...recipient } = somebody;
  const known = contactId === null ? undefined : contactById(tenant.db, contactId);
  const values = valuesFor(tenant, {
    ticket: null,
    contactId: contactId ?? 0,
    contactName: recipient.name || (known?.name ?? ""),
  });
  const variables = setting(tenant, "variables");
  return { recipient, texts: body.texts.map((text) => renderCampaign(text, recipient, variables, values)) };
}

function firstOf(db: Db, { contactListId, tagListId }: PreviewBody): Somebody | undefined {
  const listed = contactListId ? one<Somebody>(db, OF_LIST, contactListId) : undefined;
  return listed ?? (tagListId ? one<Somebody>(db, OF_TAG, tagListId) : undefined);
}
