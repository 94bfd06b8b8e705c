import { listQuery } from "#accounts/audit/index.ts";
import { query } from "#platform/db/query.ts";
import type { FileListOption } from "./schema.ts";

/** An option of a list with its file, in list order. */
export interface OptionFile extends Pick<FileListOption, "id" | "fileListId" | "name" | "mediaId"> {
  /** MIME type of the file; null without one. */
  readonly mimeType: string | null;
  readonly fileName: string | null;
  readonly size: number | null;
}

/** `ids` is a JSON list. */
export const optionsOfLists = query<{ ids: string }, OptionFile>(
  `SELECT o.id, o.file_list_id AS fileListId, o.name, f.id AS mediaId, f.mime_type AS mimeType,
    f.name AS fileName, f.size
  FROM file_list_option o LEFT JOIN media_file f ON f.id = o.media_id AND f.state = 'stored'
  WHERE o.file_list_id IN (SELECT value FROM json_each(:ids)) ORDER BY o.file_list_id, o.position, o.id`,
);
/** Options with their files, for the audit trail. */
export const optionsForAudit = listQuery(
  "SELECT group_concat(name || media_id) AS value FROM (SELECT name, media_id FROM file_list_option WHERE file_list_id = :id ORDER BY position)",
);
