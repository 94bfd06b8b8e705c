import type * as v from "valibot";
import * as sql from "#outreach/contact-lists/contact-lists.sql.ts";
import type {
  ContactListItemPage,
  ContactListItemQuery,
  Validity,
} from "#outreach/contact-lists/contract.ts";
import { presentItem } from "#outreach/contact-lists/present.ts";
import { requireList } from "#outreach/contact-lists/queries.ts";
import type { ContactList } from "#outreach/contact-lists/schema.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { PAGE_SIZE } from "#platform/http/page.ts";
import { createPageMemory } from "#platform/page-memory.ts";
import { fold } from "#platform/text.ts";
import type { UserCtx } from "#tenants/tenant.ts";

interface End {
  readonly name: string;
  readonly id: number;
}

/**
 * `GET /contact-list-items`: the items of one list by name, 20 a page; continues where the caller's last page ended.
 * Throws 404 ERR_NOT_FOUND.
 */
export function itemPage(
  ctx: UserCtx,
  query: ContactListItemQuery,
): v.InferOutput<typeof ContactListItemPage> {
  const { tenant, actor } = ctx;
  const { contactListId, pageNumber, validity } = query;
  const list = requireList(tenant.db, contactListId);
  const search = searchedFor(query.searchParam);
  if (search === "" && countOf(list, validity) === 0) return { contacts: [], count: 0, hasMore: false };
  const memory = tenant.cached("contact-list-pages", () => createPageMemory<End>(tenant.clock));
  const name = `${actor.id} ${contactListId} ${validity ?? ""} ${search}`;
  const end = pageNumber > 1 ? memory.endOf(name, pageNumber - 1) : undefined;
  const limit = PAGE_SIZE + 1;
  const params = { contactListId, search, limit };
  const rows = (
    end
      ? queryAll(tenant.db, sql.itemsAfter(validity), { ...params, ...end })
      : queryAll(tenant.db, sql.itemsFrom(validity), { ...params, skip: (pageNumber - 1) * PAGE_SIZE })
  ).map(sql.readItem);
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  if (last) memory.remember(name, pageNumber, { name: last.name, id: last.id });
  const hasMore = rows.length > PAGE_SIZE;
  const count = () => {
    if (search === "") return countOf(list, validity);
    // The first page contains all items: no count query is needed.
    if (pageNumber === 1 && !hasMore) return rows.length;
    return queryOne(tenant.db, sql.countItems(validity), { contactListId, search })?.n ?? 0;
  };
  return {
    contacts: shown.map((row) => presentItem(tenant, row)),
    count: count(),
    hasMore,
  };
}

/** The digits of a search text, so that a number with blanks, brackets or a plus is found; otherwise the text. */
function searchedFor(typed: string): string {
  const digits = typed.replace(/[\s().+-]/g, "");
  return /^\d{3,20}$/.test(digits) ? digits : fold(typed);
}

function countOf(list: ContactList, validity: Validity | undefined): number {
  switch (validity) {
    case "valid":
      return list.validCount;
    case "invalid":
      return list.invalidCount;
    case "unknown":
      return list.contactsCount - list.validCount - list.invalidCount;
    default:
      return list.contactsCount;
  }
}
