import type * as v from "valibot";
import type { NewValues } from "#people/fields/contract.ts";
import { type FieldMatch, fieldMatches, valuesOf } from "#people/fields/index.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import { createPageMemory } from "#platform/page-memory.ts";
import type { Tenant, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./contacts.sql.ts";
import type { ContactAnswer, ContactPage, ContactRef, ContactSort } from "./contract.ts";
import { noContact } from "./errors.ts";
import {
  conditionOf,
  contactsByName,
  countMatches,
  matchesInOrder,
  type NamePosition,
  type SortedPosition,
} from "./list/page.ts";
import { type ContactSearch, searchContacts } from "./list/search.ts";
import { presentContactRef, presentContactRow } from "./present.ts";

/** docs/rules/general.md#paging: size of a page. */
const PAGE = 20;

/** The contact for responses; every user of the company sees the same. Throws 404 ERR_NO_CONTACT_FOUND. */
export function presentContact(tenant: Tenant, id: number): ContactAnswer {
  const found = findPresentedContact(tenant, id);
  if (!found) throw noContact();
  return found;
}

/** Like `presentContact`, but returns undefined when the contact does not exist. */
export function findPresentedContact(tenant: Tenant, id: number): ContactAnswer | undefined {
  const row = queryOne(tenant.db, sql.shownContact, { id });
  if (!row) return undefined;
  const ids = JSON.stringify([id]);
  return presentContactRow(
    tenant,
    row,
    queryAll(tenant.db, sql.extrasOfContacts, { ids }),
    queryAll(tenant.db, sql.tagsOfContacts, { ids }),
    valuesOf(tenant, "contact", [id])(id),
  );
}

/**
 * `GET /contacts`: all contacts of the company by name, 20 per page; a page continues where the caller's
 * previous page ended (docs/rules/search.md#names). `count` follows docs/rules/search.md#count.
 */
export function contactPage(
  ctx: UserCtx,
  searchParam: string,
  pageNumber: number,
  { sort = "name", tagId = null, fields = {} }: ContactListOptions = {},
): v.InferOutput<typeof ContactPage> {
  const { tenant } = ctx;
  const search = searchContacts(tenant.db, searchParam);
  const matches = fieldMatches(tenant, "contact", fields);
  if (sort !== "name" || tagId !== null || matches.length > 0) {
    const { ids, ...page } = sortedPage(ctx, { search, searchParam, pageNumber, sort, tagId, matches });
    return { contacts: contactsOf(tenant, ids), ...page };
  }
  const memory = tenant.cached("contact-pages", () => createPageMemory<NamePosition>(tenant.clock));
  const list = `${ctx.actor.id} ${searchParam}`;
  const end = pageNumber > 1 ? memory.endOf(list, pageNumber - 1) : undefined;
  const skip = end ? 0 : (pageNumber - 1) * PAGE;
  const found = contactsByName(tenant.db, search, end, skip + PAGE + 1);
  const shown = found.slice(skip, skip + PAGE);
  const last = shown.at(-1);
  if (last) memory.remember(list, pageNumber, last);
  const soFar = (end ? (pageNumber - 1) * PAGE : 0) + found.length;
  return {
    contacts: contactsOf(
      tenant,
      shown.map(({ id }) => id),
    ),
    count: search ? (search.count ?? soFar) : (queryOne(tenant.db, sql.countContacts)?.n ?? 0),
    hasMore: found.length > skip + PAGE,
  };
}

export interface ContactListOptions {
  readonly sort?: ContactSort;
  /** Contacts with this tag on one of their tickets. */
  readonly tagId?: number | null;
  /** Contacts with these values of custom fields. */
  readonly fields?: NewValues | undefined;
}

interface SortedList extends Required<Omit<ContactListOptions, "fields">> {
  readonly matches: readonly FieldMatch[];
  readonly search: ContactSearch | null;
  readonly searchParam: string;
  readonly pageNumber: number;
}

/** A page in another order than by name, or filtered by a tag or fields. */
function sortedPage(
  { tenant, actor }: UserCtx,
  { search, searchParam, pageNumber, sort, tagId, matches }: SortedList,
) {
  const memory = tenant.cached("sorted-contact-pages", () => createPageMemory<SortedPosition>(tenant.clock));
  const list = `${actor.id} ${sort} ${tagId} ${JSON.stringify(matches)} ${searchParam}`;
  const end = pageNumber > 1 ? memory.endOf(list, pageNumber - 1) : undefined;
  const skip = end ? 0 : (pageNumber - 1) * PAGE;
  const condition = conditionOf(tenant.db, { search, tagId, matches });
  const found = matchesInOrder(tenant.db, condition, sort, end, skip + PAGE + 1);
  const shown = found.slice(skip, skip + PAGE);
  const last = shown.at(-1);
  if (last) memory.remember(list, pageNumber, last);
  const soFar = (end ? (pageNumber - 1) * PAGE : 0) + found.length;
  const isFiltered = tagId !== null || matches.length > 0;
  const everybody = search === null && !isFiltered;
  const count = everybody
    ? queryOne(tenant.db, sql.countContacts)?.n
    : condition.isCounted
      ? countMatches(tenant.db, condition)
      : null;
  return {
    ids: shown.map(({ id }) => id),
    count: count ?? (isFiltered ? null : search?.count) ?? soFar,
    hasMore: found.length > skip + PAGE,
  };
}

/** The contacts with these ids, in this order. */
function contactsOf(tenant: Tenant, wanted: readonly number[]): ContactAnswer[] {
  const ids = JSON.stringify(wanted);
  const extras = queryAll(tenant.db, sql.extrasOfContacts, { ids });
  const tags = queryAll(tenant.db, sql.tagsOfContacts, { ids });
  const fields = valuesOf(tenant, "contact", wanted);
  return queryAll(tenant.db, sql.shownContacts, { ids }).map((row) =>
    presentContactRow(tenant, row, extras, tags, fields(row.id)),
  );
}

/** `GET /contacts/list`: contacts for a picker, at most 2,000 by name. */
export function contactPicker(ctx: UserCtx, searchParam: string): ContactRef[] {
  const { tenant } = ctx;
  const condition = searchContacts(tenant.db, searchParam)?.condition;
  const rows = queryAll(tenant.db, sql.pickerRows(condition?.sql ?? "1"), condition?.params ?? {});
  return rows.map((row) => presentContactRef(tenant, row));
}

/** The open WhatsApp connection used for queries to the network: the default, else the oldest. */
export function openConnection(db: Db): number | undefined {
  return queryOne(db, sql.openConnection)?.id;
}
