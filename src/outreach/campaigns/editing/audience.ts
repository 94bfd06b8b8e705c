import type { AudienceQuery } from "#outreach/campaigns/contract.ts";
import { requireList } from "#outreach/contact-lists/index.ts";
import { queryOne } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import * as sql from "./editing.sql.ts";

/**
 * `GET /campaign-audience`, admins: how many people a list and a tag reach together, by current data. Throws
 * 404 ERR_NOT_FOUND.
 */
export function audienceOf({ tenant: { db } }: UserCtx, { contactListId, tagListId }: AudienceQuery) {
  const list = contactListId ? requireList(db, contactListId) : undefined;
  const listed = list ? list.contactsCount - list.invalidCount : 0;
  const tagged = tagListId
    ? queryOne(db, sql.countTagged, { tagId: tagListId, contactListId: list?.id ?? 0 })?.n
    : 0;
  return { count: listed + (tagged ?? 0) };
}
