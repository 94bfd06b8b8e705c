import type { AudienceQuery } from "#outreach/campaigns/contract.ts";
import { requireList } from "#outreach/contact-lists/index.ts";
import { one } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";

// As they are frozen (docs/rules/campaigns.md#recipients): each phone once, groups and those who left or were blocked
// never.
const TAGGED = `SELECT count(DISTINCT coalesce(x.match_key, 'c' || c.id)) AS n
  FROM ticket_tag g JOIN ticket t ON t.id = g.ticket_id JOIN contact c ON c.id = t.contact_id
  LEFT JOIN contact_identity x ON x.id = (SELECT min(y.id) FROM contact_identity y WHERE y.contact_id = c.id AND y.kind = 'pn')
  WHERE g.tag_id = ?1 AND c.is_group = 0 AND c.blocked = 0 AND c.opted_out_at IS NULL AND x.exists_state IS NOT 'no'
    AND NOT EXISTS (SELECT 1 FROM contact_list_item i WHERE i.contact_list_id = ?2 AND i.match_key = x.match_key)`;

/**
 * `GET /campaign-audience`, admins: how many people a list and a tag reach together, as far as is known now. Throws
 * 404 ERR_NOT_FOUND.
 */
export function audienceOf({ tenant: { db } }: UserCtx, { contactListId, tagListId }: AudienceQuery) {
  const list = contactListId ? requireList(db, contactListId) : undefined;
  const listed = list ? list.contactsCount - list.invalidCount : 0;
  const tagged = tagListId ? (one<{ n: number }>(db, TAGGED, tagListId, list?.id ?? 0)?.n ?? 0) : 0;
  return { count: listed + tagged };
}
