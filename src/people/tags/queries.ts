import { asc, count, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/database.ts";
import { type TagRow, tag } from "./schema.ts";

/** A tag with the number of its tickets. */
export type TagView = TagRow & { readonly ticketsCount: number };

const view = {
  ...getTableColumns(tag),
  ticketsCount: sql<number>`(SELECT count(*) FROM ticket_tag WHERE ticket_tag.tag_id = ${tag.id})`,
};

/** `search` is text without case and accents; "" = all tags. */
const named = (search: string): SQL | undefined =>
  search === "" ? undefined : sql`instr(fold(${tag.name}), ${search}) > 0`;

/** Undefined when the company has no such tag. */
export const findTag = (db: Db, id: number): TagView | undefined =>
  db.select(view).from(tag).where(eq(tag.id, id)).get();

/** Tags by name; `search` is text without case and accents, "" = all tags. */
export const listTags = (db: Db, search: string, limit: number, offset = 0): readonly TagView[] =>
  db
    .select(view)
    .from(tag)
    .where(named(search))
    .orderBy(asc(tag.name), asc(tag.id))
    .limit(limit)
    .offset(offset)
    .all();

export const countTags = (db: Db, search: string): number =>
  db.select({ n: count() }).from(tag).where(named(search)).get()?.n ?? 0;

/** The lanes of the kanban board, oldest first. */
export const listLanes = (db: Db): readonly TagView[] =>
  db.select(view).from(tag).where(eq(tag.kanban, true)).orderBy(asc(tag.id)).all();
