import { one } from "#platform/db/database.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { QueueUses } from "./contract.ts";
import { noQueue } from "./errors.ts";
import { findQueue } from "./queries.ts";

const USES = `SELECT
  (SELECT count(*) FROM ticket WHERE queue_id = ?1 AND status IN ('open', 'pending')) AS tickets,
  (SELECT count(*) FROM user_queue q JOIN user u ON u.id = q.user_id WHERE q.queue_id = ?1 AND u.deleted_at IS NULL) AS users,
  (SELECT count(*) FROM connection WHERE deleted_at IS NULL AND (redirect_queue_id = ?1
    OR id IN (SELECT connection_id FROM connection_queue WHERE queue_id = ?1))) AS connections,
  (SELECT count(*) FROM queue_option WHERE queue_id = ?1) AS options,
  (SELECT count(*) FROM queue_option WHERE queue_id <> ?1 AND (target_queue_id = ?1 OR fallback_queue_id = ?1)) AS leads`;

/**
 * `GET /queue/{id}/uses`, admins: what deleting the queue touches. Rule: docs/rules/queues.md#deleting. Throws 404
 * ERR_NO_QUEUE_FOUND.
 */
export function usesOf({ tenant }: UserCtx, id: number): QueueUses {
  if (!findQueue(tenant.db, id)) throw noQueue();
  return one<QueueUses>(tenant.db, USES, id) as QueueUses;
}
