import { query } from "#platform/db/query.ts";

export const due = query<{ now: number }, { id: number }>(
  "SELECT id FROM report_schedule WHERE active = 1 AND next_at <= :now ORDER BY next_at, id",
);
export const nextDue = query<Record<never, never>, { at: number | null }>(
  "SELECT min(next_at) AS at FROM report_schedule WHERE active = 1",
);
