import { query } from "#platform/db/query.ts";

/** Attendances that a person finished in this time, by resolution. `queues`: JSON list of their queues, null = all. */
export const byResolution = query<
  { from: number; to: number; queues: string | null },
  { id: number | null; name: string | null; tickets: number }
>(`SELECT r.id, r.name, count(*) AS tickets
  FROM ticket_period k JOIN ticket t ON t.id = k.ticket_id LEFT JOIN resolution r ON r.id = k.resolution_id
  WHERE k.finished_at >= :from AND k.finished_at < :to AND t.is_group = 0
    AND (k.resolution_id IS NOT NULL OR k.close_reason IN ('user', 'rating'))
    AND (:queues IS NULL OR k.queue_id IN (SELECT value FROM json_each(:queues)))
  GROUP BY r.id ORDER BY tickets DESC, r.name`);
