import { query } from "#platform/db/query.ts";

export const ofScope = query<
  { scope: string; from: string; to: string },
  { readonly category: string; readonly count: number; readonly micros: number }
>(
  `SELECT category, count(*) AS count, sum(micros) AS micros FROM message_cost
  WHERE scope = :scope AND day BETWEEN :from AND :to AND delivered = 1 AND state <> 'void' GROUP BY category`,
);
export const store = query<{
  scope: string;
  month: string;
  category: string;
  count: number;
  micros: number;
  metaCount: number;
  metaMicros: number;
  now: number;
}>(`INSERT INTO cost_check (scope, month, category, count, micros, meta_count, meta_micros, checked_at)
  VALUES (:scope, :month, :category, :count, :micros, :metaCount, :metaMicros, :now) ON CONFLICT DO UPDATE SET count = excluded.count,
  micros = excluded.micros, meta_count = excluded.meta_count, meta_micros = excluded.meta_micros, checked_at = excluded.checked_at`);
