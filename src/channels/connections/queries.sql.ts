import type { QueueRef } from "#accounts/queues/contract.ts";
import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";
import { type ConnectionRow, connection } from "./schema.ts";

const { columns, read } = rowReader(connection);

export { read };

export const all = query<Record<never, never>, unknown>(
  `SELECT ${columns} FROM connection WHERE deleted_at IS NULL ORDER BY id`,
);
export const byId = query<{ id: number }, unknown>(
  `SELECT ${columns} FROM connection WHERE id = :id AND deleted_at IS NULL`,
);
/** Also finds deleted connections. */
export const driverOf = query<{ id: number }, Pick<ConnectionRow, "channel" | "provider">>(
  "SELECT channel, provider FROM connection WHERE id = :id",
);
/** `connectionIds` is a JSON list. */
export const queuesOf = query<{ connectionIds: string }, QueueRef & { readonly connectionId: number }>(
  `SELECT cq.connection_id AS connectionId, q.id, q.name, q.color
   FROM connection_queue cq JOIN queue q ON q.id = cq.queue_id
   WHERE cq.connection_id IN (SELECT value FROM json_each(:connectionIds)) ORDER BY q.order_queue, q.id`,
);
/** `ids` is a JSON list. */
export const countQueues = query<{ ids: string }, { readonly n: number }>(
  "SELECT count(*) AS n FROM queue WHERE id IN (SELECT value FROM json_each(:ids))",
);
