import { and, asc, count, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/database.ts";
import { noItem, noList } from "./errors.ts";
import { type ContactList, type ContactListItem, contactList, contactListItem } from "./schema.ts";

/** `search` is text without case and accents; "" = all. */
const named = (search: string): SQL | undefined =>
  search === "" ? undefined : sql`instr(fold(${contactList.name}), ${search}) > 0`;

/** Undefined when the company has no such list. */
export const findList = (db: Db, id: number): ContactList | undefined =>
  db.select().from(contactList).where(eq(contactList.id, id)).get();

/** Throws 404 ERR_NOT_FOUND. */
export function requireList(db: Db, id: number): ContactList {
  const found = findList(db, id);
  if (!found) throw noList();
  return found;
}

/** Lists by name; `search` is text without case and accents, "" = all. */
export const listsNamed = (db: Db, search: string, limit: number, offset = 0): readonly ContactList[] =>
  db
    .select()
    .from(contactList)
    .where(named(search))
    .orderBy(sql`${contactList.name} COLLATE NOCASE`, asc(contactList.id))
    .limit(limit)
    .offset(offset)
    .all();

export const countLists = (db: Db, search: string): number =>
  db.select({ n: count() }).from(contactList).where(named(search)).get()?.n ?? 0;

/** Undefined when there is no such item, or its list was deleted. */
export function findItem(db: Db, id: number): ContactListItem | undefined {
  const found = db.select().from(contactListItem).where(eq(contactListItem.id, id)).get();
  return found && findList(db, found.contactListId) ? found : undefined;
}

/** Throws 404 ERR_NOT_FOUND. */
export function requireItem(db: Db, id: number): ContactListItem {
  const found = findItem(db, id);
  if (!found) throw noItem();
  return found;
}

/** The item of a list with this number, in any spelling. */
export const itemByKey = (db: Db, contactListId: number, matchKey: string): ContactListItem | undefined =>
  db
    .select()
    .from(contactListItem)
    .where(and(eq(contactListItem.contactListId, contactListId), eq(contactListItem.matchKey, matchKey)))
    .get();
