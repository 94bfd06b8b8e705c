import { asc, count, eq, type SQL, sql } from "drizzle-orm";
import { all, type Db, one } from "#platform/db/database.ts";
import { noFileList } from "./errors.ts";
import { type FileList, fileList } from "./schema.ts";

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

/** Lists by name; `search` is folded text, "" = all. */
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

/** One file of a list, in its order. */
export interface OptionFile {
  readonly id: number;
  readonly fileListId: number;
  readonly name: string;
  readonly mediaId: number | null;
  /** Of the file; null without one. */
  readonly mimeType: string | null;
  readonly fileName: string | null;
  readonly size: number | null;
}

const OPTIONS = `SELECT o.id, o.file_list_id AS fileListId, o.name, f.id AS mediaId, f.mime_type AS mimeType,
    f.name AS fileName, f.size
  FROM file_list_option o LEFT JOIN media_file f ON f.id = o.media_id AND f.state = 'stored'
  WHERE o.file_list_id IN (SELECT value FROM json_each(?)) ORDER BY o.file_list_id, o.position, o.id`;

/** The files of these lists, in their order. */
export const optionsOf = (db: Db, fileListIds: readonly number[]): readonly OptionFile[] =>
  all(db, OPTIONS, JSON.stringify(fileListIds));

const SHOWS = "SELECT 1 FROM file_list_option WHERE media_id = ?";

/** Whether a file belongs to a list. */
export const isListFile = (db: Db, mediaId: number): boolean => one(db, SHOWS, mediaId) !== undefined;
