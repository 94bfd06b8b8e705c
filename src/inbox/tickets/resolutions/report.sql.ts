import { query } from "#platform/db/query.ts";

/**
 * The resolutions of the attendances that a person finished in this time: a list of ids with commas, one for each attendance, 0 =
 * without one; null = no attendance. `queues`: JSON list of their queues, null = all. GROUP BY would sort all attendances, which
 * takes as long as reading them.
 */
export const resolutionsOfFinished = query<
  { from: number; to: number; queues: string | null },
  { ids: string | null }
>(`SELECT group_concat(coalesce(k.resolution_id, 0)) AS ids
  FROM ticket_period k JOIN ticket t ON t.id = k.ticket_id
  WHERE k.finished_at >= :from AND k.finished_at < :to AND t.is_group = 0
    AND (k.resolution_id IS NOT NULL OR k.close_reason IN ('user', 'rating'))
    AND (:queues IS NULL OR k.queue_id IN (SELECT value FROM json_each(:queues)))`);

/** In the order of their names. */
export const names = query<Record<never, never>, { id: number; name: string }>(
  "SELECT id, name FROM resolution ORDER BY name",
);
