import type * as v from "valibot";
import { all, type Db, one } from "#platform/db/database.ts";
import { createPageMemory } from "#platform/page-memory.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import type { ContactAnswer, ContactPage, ContactRef, ContactSort } from "./contract.ts";
import { noContact } from "./errors.ts";
import {
  type ContactRow,
  type ExtraRow,
  presentContactRef,
  presentContactRow,
  type TagRow,
} from "./present.ts";
import { type ContactSearch, searchContacts } from "./search.ts";
import { type ContactPlace, placesByName } from "./search-by-name.ts";
import { countWhere, type SortedPlace, sortedPlaces, whereOf } from "./sorted-places.ts";

/** docs/rules/general.md#paging: sizes of a page and of a picker. */
const PAGE = 20;
const PICKER = 2000;

const COLUMNS = `c.id, c.uuid, c.name, c.number, c.email, c.is_group, c.blocked, c.disable_bot, c.opted_out_at, c.picture_id,
    p.name AS picture_name, c.connection_id, w.name AS connection_name, c.created_at, c.updated_at,
    (SELECT CASE WHEN max(exists_state = 'yes') THEN 'yes' WHEN max(exists_state = 'no') THEN 'no' ELSE 'unknown' END
      FROM contact_identity WHERE contact_id = c.id) AS existence,
    (SELECT group_concat(DISTINCT kind) FROM contact_identity WHERE contact_id = c.id) AS kinds,
    (SELECT count(*) FROM ticket WHERE contact_id = c.id) AS tickets,
    (SELECT updated_at FROM ticket WHERE contact_id = c.id ORDER BY id DESC LIMIT 1) AS last_ticket_at`;
const JOINS = `LEFT JOIN media_file p ON p.id = c.picture_id LEFT JOIN connection w ON w.id = c.connection_id`;
const BY_ID = `SELECT ${COLUMNS} FROM contact c ${JOINS} WHERE c.id = ?`;
// The ids in their order; the contacts are not looked for in any other.
const BY_IDS = `SELECT ${COLUMNS} FROM json_each(?) page CROSS JOIN contact c ON c.id = page.value ${JOINS}
  ORDER BY page.key`;
const ALL = "SELECT count(*) AS n FROM contact";
const REF = `SELECT c.id, c.name, c.number, c.picture_id, p.name AS picture_name
  FROM contact c LEFT JOIN media_file p ON p.id = c.picture_id`;
const EXTRAS = `SELECT id, contact_id, name, value FROM contact_extra
  WHERE contact_id IN (SELECT value FROM json_each(?)) ORDER BY id`;
const TAGS = `SELECT DISTINCT t.contact_id, g.id, g.name, g.color, g.kanban FROM json_each(?) page
  CROSS JOIN ticket t ON t.contact_id = page.value JOIN ticket_tag m ON m.ticket_id = t.id JOIN tag g ON g.id = m.tag_id
  ORDER BY g.name COLLATE NOCASE, g.id`;
const OPEN_CONNECTION = `SELECT id FROM connection WHERE status = 'CONNECTED' AND channel = 'whatsapp'
  AND deleted_at IS NULL ORDER BY is_default DESC, id LIMIT 1`;
const ORDER = "ORDER BY c.name COLLATE NOCASE, c.id";

/** The contact as everybody of the company sees it. Throws 404 ERR_NO_CONTACT_FOUND. */
export function presentContact(tenant: Tenant, id: number): ContactAnswer {
  const row = one<ContactRow>(tenant.db, BY_ID, id);
  if (!row) throw noContact();
  const ids = JSON.stringify([id]);
  return presentContactRow(
    tenant,
    row,
    all<ExtraRow>(tenant.db, EXTRAS, ids),
    all<TagRow>(tenant.db, TAGS, ids),
  );
}

/**
 * `GET /contacts`: every contact of the company by name, 20 a page; the next page begins where the caller's last one ended
 * (docs/rules/search.md#names). `count` as docs/rules/search.md#count.
 */
export function contactPage(
  ctx: UserCtx,
  searchParam: string,
  pageNumber: number,
  { sort = "name", tagId = null }: ContactListOptions = {},
): v.InferOutput<typeof ContactPage> {
  const { tenant } = ctx;
  const search = searchContacts(tenant.db, searchParam);
  if (sort !== "name" || tagId !== null) {
    const { ids, ...page } = sortedPage(ctx, { search, searchParam, pageNumber, sort, tagId });
    return { contacts: contactsOf(tenant, ids), ...page };
  }
  const memory = tenant.cached("contact-pages", () => createPageMemory<ContactPlace>(tenant.clock));
  const list = `${ctx.actor.id} ${searchParam}`;
  const end = pageNumber > 1 ? memory.endOf(list, pageNumber - 1) : undefined;
  const skip = end ? 0 : (pageNumber - 1) * PAGE;
  const found = placesByName(tenant.db, search, end, skip + PAGE + 1);
  const shown = found.slice(skip, skip + PAGE);
  const last = shown.at(-1);
  if (last) memory.remember(list, pageNumber, last);
  const soFar = (end ? (pageNumber - 1) * PAGE : 0) + found.length;
  return {
    contacts: contactsOf(
      tenant,
      shown.map(({ id }) => id),
    ),
    count: search ? (search.count ?? soFar) : (one<{ n: number }>(tenant.db, ALL)?.n ?? 0),
    hasMore: found.length > skip + PAGE,
  };
}

export interface ContactListOptions {
  readonly sort?: ContactSort;
  /** Contacts with this tag on one of their tickets. */
  readonly tagId?: number | null;
}

interface SortedList extends Required<ContactListOptions> {
  readonly search: ContactSearch | null;
  readonly searchParam: string;
  readonly pageNumber: number;
}

/** A page in another order than by name, or of one tag. */
function sortedPage(
  { tenant, actor }: UserCtx,
  { search, searchParam, pageNumber, sort, tagId }: SortedList,
) {
  const memory = tenant.cached("sorted-contact-pages", () => createPageMemory<SortedPlace>(tenant.clock));
  const list = `${actor.id} ${sort} ${tagId} ${searchParam}`;
  const end = pageNumber > 1 ? memory.endOf(list, pageNumber - 1) : undefined;
  const skip = end ? 0 : (pageNumber - 1) * PAGE;
  const where = whereOf(tenant.db, { search, tagId });
  const found = sortedPlaces(tenant.db, where, sort, end, skip + PAGE + 1);
  const shown = found.slice(skip, skip + PAGE);
  const last = shown.at(-1);
  if (last) memory.remember(list, pageNumber, last);
  const soFar = (end ? (pageNumber - 1) * PAGE : 0) + found.length;
  const everybody = search === null && tagId === null;
  const count = everybody
    ? one<{ n: number }>(tenant.db, ALL)?.n
    : where.isCounted
      ? countWhere(tenant.db, where)
      : null;
  return {
    ids: shown.map(({ id }) => id),
    count: count ?? (tagId === null ? search?.count : null) ?? soFar,
    hasMore: found.length > skip + PAGE,
  };
}

/** The contacts of these ids, in this order. */
function contactsOf(tenant: Tenant, wanted: readonly number[]): ContactAnswer[] {
  const ids = JSON.stringify(wanted);
  const extras = all<ExtraRow>(tenant.db, EXTRAS, ids);
  const tags = all<TagRow>(tenant.db, TAGS, ids);
  return all<ContactRow>(tenant.db, BY_IDS, ids).map((row) => presentContactRow(tenant, row, extras, tags));
}

/** `GET /contacts/list`: what a picker shows, at most 2,000 rows by name. */
export function contactPicker(ctx: UserCtx, searchParam: string): ContactRef[] {
  const { tenant } = ctx;
  const where = searchContacts(tenant.db, searchParam)?.condition;
  return all<ContactRow>(
    tenant.db,
    `${REF} WHERE ${where?.sql ?? "1"} ${ORDER} LIMIT ${PICKER}`,
    ...(where?.bindings ?? []),
  ).map((row) => presentContactRef(tenant, row));
}

/** The open WhatsApp connection things are asked through: the default, else the oldest. */
export function openConnection(db: Db): number | undefined {
  return one<{ id: number }>(db, OPEN_CONNECTION)?.id;
}
