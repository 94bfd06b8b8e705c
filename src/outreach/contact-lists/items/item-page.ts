import type * as v from "valibot";
import type {
  ContactListItemPage,
  ContactListItemQuery,
  Validity,
} from "#outreach/contact-lists/contract.ts";
import { presentItem } from "#outreach/contact-lists/present.ts";
import { requireList } from "#outreach/contact-lists/queries.ts";
import { type ContactList, contactListItem } from "#outreach/contact-lists/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { all, one } from "#platform/db/database.ts";
import { PAGE_SIZE } from "#platform/http/page.ts";
import { createPageMemory } from "#platform/page-memory.ts";
import { fold } from "#platform/text.ts";
import type { UserCtx } from "#tenants/tenant.ts";

const { columns, read } = rowReader(contactListItem);
const ORDER = "ORDER BY name COLLATE NOCASE, id";
// The first half is what the index is searched by; a row value would be compared row by row.
const BEHIND = "name COLLATE NOCASE >= ?3 AND (name COLLATE NOCASE > ?3 OR id > ?4)";
const SHOWN = "contact_list_id = ?1 AND (?2 = '' OR instr(search, ?2) > 0)";
const VALIDITY: Readonly<Record<Validity, string>> = {
  valid: "is_whatsapp_valid = 1",
  invalid: "is_whatsapp_valid = 0",
  unknown: "is_whatsapp_valid IS NULL",
};

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
  const where = validity ? `${SHOWN} AND ${VALIDITY[validity]}` : SHOWN;
  if (search === "" && countOf(list, validity) === 0) return { contacts: [], count: 0, hasMore: false };
  const memory = tenant.cached("contact-list-pages", () => createPageMemory<End>(tenant.clock));
  const name = `${actor.id} ${contactListId} ${validity ?? ""} ${search}`;
  const end = pageNumber > 1 ? memory.endOf(name, pageNumber - 1) : undefined;
  const select = `SELECT ${columns} FROM contact_list_item WHERE ${where}`;
  const rows = (
    end
      ? all(
          tenant.db,
          `${select} AND ${BEHIND} ${ORDER} LIMIT ${PAGE_SIZE + 1}`,
          contactListId,
          search,
          end.name,
          end.id,
        )
      : all(
          tenant.db,
          `${select} ${ORDER} LIMIT ${PAGE_SIZE + 1} OFFSET ?3`,
          contactListId,
          search,
          (pageNumber - 1) * PAGE_SIZE,
        )
  ).map(read);
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  if (last) memory.remember(name, pageNumber, { name: last.name, id: last.id });
  const hasMore = rows.length > PAGE_SIZE;
  const count = () => {
    if (search === "") return countOf(list, validity);
    // The page has all of them: no count needed.
    if (pageNumber === 1 && !hasMore) return rows.length;
    const sql = `SELECT count(*) AS n FROM contact_list_item WHERE ${where}`;
    return one<{ n: number }>(tenant.db, sql, contactListId, search)?.n ?? 0;
  };
  return {
    contacts: shown.map((row) => presentItem(tenant, row)),
    count: count(),
    hasMore,
  };
}

/** Digits are found however they are typed: with blanks, brackets, a plus. */
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
