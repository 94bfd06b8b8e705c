import { listQuery } from "#accounts/audit/index.ts";

/** For the audit trail. */
export const membersForAudit = listQuery(
  "SELECT group_concat(user_id) AS value FROM (SELECT user_id FROM chat_member WHERE chat_id = :id ORDER BY user_id)",
);
