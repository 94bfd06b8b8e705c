import { query } from "#platform/db/query.ts";

export const removeQueues = query<{ connectionId: number }>(
  "DELETE FROM connection_queue WHERE connection_id = :connectionId",
);
export const addQueue = query<{ connectionId: number; queueId: number }>(
  "INSERT INTO connection_queue (connection_id, queue_id) VALUES (:connectionId, :queueId)",
);
