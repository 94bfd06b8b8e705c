import { listQuery } from "#accounts/audit/index.ts";
import { query } from "#platform/db/query.ts";

/** For the audit trail. */
export const queuesForAudit = listQuery(
  "SELECT group_concat(queue_id) AS value FROM (SELECT queue_id FROM connection_queue WHERE connection_id = :id ORDER BY queue_id)",
);

/** Connections that lead to a queue or redirect to it. */
export const countOfQueue = query<{ queueId: number }, { n: number }>(
  `SELECT count(*) AS n FROM connection WHERE deleted_at IS NULL AND (redirect_queue_id = :queueId
    OR id IN (SELECT connection_id FROM connection_queue WHERE queue_id = :queueId))`,
);
export const connectionExists = query<{ id: number }, unknown>(
  "SELECT 1 FROM connection WHERE id = :id AND deleted_at IS NULL",
);
