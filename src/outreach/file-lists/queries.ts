import { asc, count, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "#platform/db/database.ts";
import { queryAll } from "#platform/db/query.ts";
import { notFound } from "#platform/errors.ts";
import { type OptionFile, optionsOfLists } from "./file-lists.sql.ts";
import { type FileList, fileList, fileListOption } from "./schema.ts";

const named = (search: string): SQL | undefined =>
  search === "" ? undefined : sql`instr(fold(${fileList.name}), ${search}) > 0`;

/** Undefined when the company has no such list. */
export const findFileList = (db: Db, id: number): FileList | undefined =>
  db.select().from(fileList).where(eq(fileList.id, id)).get();

/** Throws 404 ERR_NOT_FOUND. */
export function requireFileList(db: Db, id: number): FileList {
  const found = findFileList(db, id);
  if (!found) throw noFileList();
  return found;
}

/** Lists by name; `search` is text without case and accents, "" = all. */
export const fileListsNamed = (db: Db, search: string, limit: number, offset = 0): readonly FileList[] =>
  db
    .select()
    .from(fileList)
    .where(named(search))
    .orderBy(sql`${fileList.name} COLLATE NOCASE`, asc(fileList.id))
    .limit(limit)
    .offset(offset)
    .all();

export const countFileLists = (db: Db, search: string): number =>
  db.select({ n: count() }).from(fileList).where(named(search)).get()?.n ?? 0;

/** The files of these lists, in their order. */
export const optionsOf = (db: Db, fileListIds: readonly number[]): readonly OptionFile[] =>
  queryAll(db, optionsOfLists, { ids: JSON.stringify(fileListIds) });

/** Whether a file belongs to a list. */
export const isListFile = (db: Db, mediaId: number): boolean =>
  db
    .select({ id: fileListOption.id })
    .from(fileListOption)
    .where(eq(fileListOption.mediaId, mediaId))
    .get() !== undefined;

/** 404: no such file list in this company. */
const noFileList = () => notFound();
