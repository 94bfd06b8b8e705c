import { eq } from "drizzle-orm";
import type * as v from "valibot";
import * as sql from "#outreach/contact-lists/contact-lists.sql.ts";
import type {
  ContactListItemBody,
  ContactListItemPage,
  ContactListItemQuery,
  DeleteItemsBody,
  UpdateContactListItemBody,
  Validity,
} from "#outreach/contact-lists/contract.ts";
import { itemThere } from "#outreach/contact-lists/errors.ts";
import {
  ContactListUpdated,
  ItemCreated,
  ItemDeleted,
  ItemsReloaded,
  ItemUpdated,
} from "#outreach/contact-lists/events.ts";
import { CHECK_JOB } from "#outreach/contact-lists/job-names.ts";
import { presentItem } from "#outreach/contact-lists/present.ts";
import { itemByKey, requireItem, requireList } from "#outreach/contact-lists/queries.ts";
import { type ContactList, type ContactListItem, contactListItem } from "#outreach/contact-lists/schema.ts";
import { matchKey, readTypedNumber } from "#people/contacts/index.ts";
import { refusingTaken } from "#platform/db/constraint.ts";
import { execute, queryAll, queryOne } from "#platform/db/query.ts";
import { PAGE_SIZE } from "#platform/http/page.ts";
import { createPageMemory } from "#platform/page-memory.ts";
import { fold } from "#platform/text.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { insertItem, searchOf } from "./add-item.ts";

/**
 * Creates an item, for admins. Throws 404 ERR_NOT_FOUND, 400 ERR_VALIDATION, 409 ERR_DUPLICATED_CONTACT with the
 * existing item.
 */
export function createItem({ tenant }: UserCtx, body: ContactListItemBody): ContactListItem {
  const { contactListId } = body;
  const number = readTypedNumber(tenant, body.number);
  return tenant.write((unit) => {
    requireList(unit.db, contactListId);
    const itemId = insertItem(unit, contactListId, { name: body.name, number, email: body.email ?? "" });
    if (itemId === null) throw itemThere(itemByKey(unit.db, contactListId, matchKey(number))?.id ?? 0);
    unit.emit(ItemCreated, { contactListId, itemId });
    unit.emit(ContactListUpdated, { contactListId });
    return requireItem(unit.db, itemId);
  });
}

/**
 * Changes an item, for admins; absent fields keep their value, and a changed number is checked again. Throws 404
 * ERR_NOT_FOUND, 400 ERR_VALIDATION, 409 ERR_DUPLICATED_CONTACT.
 */
export function updateItem(
  { tenant }: UserCtx,
  id: number,
  body: UpdateContactListItemBody,
): ContactListItem {
  const typed = body.number === undefined ? undefined : readTypedNumber(tenant, body.number);
  return tenant.write((unit) => {
    const before = requireItem(unit.db, id);
    const fields = {
      name: body.name ?? before.name,
      number: typed ?? before.number,
      email: body.email === undefined ? before.email : (body.email ?? ""),
    };
    const key = matchKey(fields.number);
    const isOther = fields.number !== before.number;
    refusingTaken(
      () =>
        unit.db
          .update(contactListItem)
          .set({
            ...fields,
            matchKey: key,
            search: searchOf(fields),
            ...(isOther && { isWhatsappValid: null, checkAt: unit.now }),
            updatedAt: unit.now,
          })
          .where(eq(contactListItem.id, id))
          .run(),
      {
        "contact_list_item.match_key": () =>
          itemThere(itemByKey(unit.db, before.contactListId, key)?.id ?? 0),
      },
    );
    if (isOther) unit.scheduleWake(CHECK_JOB, unit.now);
    unit.emit(ItemUpdated, { contactListId: before.contactListId, itemId: id });
    if (isOther) unit.emit(ContactListUpdated, { contactListId: before.contactListId });
    return requireItem(unit.db, id);
  });
}

/** Deletes an item, for admins. Throws 404 ERR_NOT_FOUND. */
export function deleteItem({ tenant }: UserCtx, id: number): void {
  tenant.write((unit) => {
    const { contactListId } = requireItem(unit.db, id);
    unit.db.delete(contactListItem).where(eq(contactListItem.id, id)).run();
    unit.emit(ItemDeleted, { contactListId, itemId: id });
    unit.emit(ContactListUpdated, { contactListId });
  });
}

/** Deletes the given items of one list, for admins; ids of other lists are ignored. Returns how many were deleted. */
export function deleteItems({ tenant }: UserCtx, { contactListId, ids }: DeleteItemsBody): number {
  return tenant.write((unit) => {
    requireList(unit.db, contactListId);
    const { changes } = execute(unit.db, sql.deleteItems, { contactListId, ids: JSON.stringify(ids) });
    if (changes > 0) {
      unit.emit(ItemsReloaded, { contactListId });
      unit.emit(ContactListUpdated, { contactListId });
    }
    return changes;
  });
}

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
