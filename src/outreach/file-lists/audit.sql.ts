import { listQuery } from "#accounts/audit/index.ts";

/** For the audit trail. */
export const optionsForAudit = listQuery(
  "SELECT group_concat(name || media_id) AS value FROM (SELECT name, media_id FROM file_list_option WHERE file_list_id = :id ORDER BY position)",
);
