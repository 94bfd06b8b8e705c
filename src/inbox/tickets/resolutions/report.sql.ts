import { query } from "#platform/db/query.ts";

/** Attendances that a person finished in this time, by resolution. Imported and merged ones have no closer. */
export const byResolution = query<
  { from: number; to: number },
  { id: number | null; name: string | null; tickets: number }
>(`SELECT r.id, r.name, count(*) AS tickets
  FROM ticket_period k JOIN ticket t ON t.id = k.ticket_id LEFT JOIN resolution r ON r.id = k.resolution_id
  WHERE k.finished_at >= :from AND k.finished_at < :to AND t.is_group = 0
    AND (k.resolution_id IS NOT NULL OR t.close_reason IN ('user', 'rating'))
  GROUP BY r.id ORDER BY tickets DESC, r.name`);
