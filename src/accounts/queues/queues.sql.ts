import { listQuery } from "#accounts/audit/index.ts";
import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";
import type { QueueUses } from "./contract.ts";
import type { Found } from "./queries.ts";
import { queue } from "./schema.ts";

export const clearIntegrationOfQueues = query<{ integrationId: number }, { id: number }>(
  "UPDATE queue SET integration_id = NULL WHERE integration_id = :integrationId RETURNING id",
);
export const clearIntegrationOfOptions = query<{ integrationId: number }, { id: number }>(
  `UPDATE queue_option SET integration_id = NULL, action = 'say' WHERE integration_id = :integrationId
  RETURNING queue_id AS id`,
);
const { columns } = rowReader(queue, "q");
const VIEW = `SELECT ${columns},
  (SELECT coalesce(group_concat(user_id, ';' ORDER BY position), '')
    FROM queue_distribution WHERE queue_id = q.id) AS distributed,
  EXISTS (SELECT 1 FROM queue_option WHERE queue_id = q.id) AS hasOptions FROM queue q`;
export const isUser = query<{ id: number }, unknown>(
  "SELECT 1 FROM user WHERE id = :id AND deleted_at IS NULL",
);
export const deleteOrder = query<{ queueId: number }>(
  "DELETE FROM queue_distribution WHERE queue_id = :queueId",
);
export const insertIntoOrder = query<{ queueId: number; id: number; position: number }>(
  "INSERT INTO queue_distribution VALUES (:queueId, :id, :position)",
);
export const setAllowDistributed = query<{ allowDistributed: number; queueId: number }>(
  "UPDATE queue SET allow_distributed = :allowDistributed WHERE id = :queueId",
);
export const queuesOfUser = query<{ userId: number }, { queue_id: number }>(
  "SELECT queue_id FROM queue_distribution WHERE user_id = :userId",
);
export const deleteFromOrder = query<{ queueId: number; userId: number }>(
  "DELETE FROM queue_distribution WHERE queue_id = :queueId AND user_id = :userId",
);
export const setLastDistributedUser = query<{ userId: number; queueId: number }>(
  "UPDATE queue SET last_distributed_user_id = :userId WHERE id = :queueId",
);
export const isShort = query<
  { queueId: number; min: number },
  unknown
>(`SELECT 1 FROM queue WHERE id = :queueId AND allow_distributed = 1
       AND (SELECT count(*) FROM queue_distribution WHERE queue_id = :queueId) < :min`);
export const disableDistribution = query<{ now: number; queueId: number }>(
  "UPDATE queue SET allow_distributed = 0, updated_at = :now WHERE id = :queueId",
);
export const queueName = query<{ queueId: number }, { name: string }>(
  "SELECT name FROM queue WHERE id = :queueId",
);
export const shown = query<{ fileId: number }, unknown>(
  "SELECT 1 FROM queue WHERE media_id = :fileId UNION ALL SELECT 1 FROM queue_option WHERE media_id = :fileId LIMIT 1",
);
export const allQueues = query<Record<never, never>, Found>(`${VIEW} ORDER BY q.order_queue, q.id`);
export const queueById = query<{ id: number }, Found>(`${VIEW} WHERE q.id = :id`);
export const countQueues = query<Record<never, never>, { n: number }>("SELECT count(*) AS n FROM queue");
export const filesOfQueue = query<
  { id: number },
  { id: number }
>(`SELECT media_id AS id FROM queue WHERE id = :id AND media_id IS NOT NULL
  UNION SELECT media_id FROM queue_option WHERE queue_id = :id AND media_id IS NOT NULL`);
export const usesOfQueue = query<{ id: number }, Pick<QueueUses, "users" | "options" | "leads">>(`SELECT
  (SELECT count(*) FROM user_queue q JOIN user u ON u.id = q.user_id WHERE q.queue_id = :id AND u.deleted_at IS NULL) AS users,
  (SELECT count(*) FROM queue_option WHERE queue_id = :id) AS options,
  (SELECT count(*) FROM queue_option WHERE queue_id <> :id AND (target_queue_id = :id OR fallback_queue_id = :id)) AS leads`);

/** For the audit trail. */
export const distributionForAudit = listQuery(
  "SELECT group_concat(user_id) AS value FROM (SELECT user_id FROM queue_distribution WHERE queue_id = :id ORDER BY position)",
);
