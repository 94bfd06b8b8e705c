import { query } from "#platform/db/query.ts";

export const companiesWithNumbers = query<Record<never, never>, { readonly companyId: number }>(
  "SELECT DISTINCT company_id AS companyId FROM meta_route WHERE kind = 'phone'",
);

/** `ids` is a JSON list of prices. Returns whether costs of messages change: a confirmed price ends today or earlier. */
export const end = query<
  { ids: string; lastDay: string; today: string; now: number },
  { readonly counts: number }
>(
  `UPDATE meta_rate SET valid_to = :lastDay,
    updated_at = iif(confirmed_at IS NOT NULL AND :lastDay <= :today, :now, updated_at)
  WHERE id IN (SELECT value FROM json_each(:ids)) RETURNING confirmed_at IS NOT NULL AND :lastDay <= :today AS counts`,
);
/** `prices` is a JSON list of `CardPrice`. */
export const add = query<{ prices: string; validFrom: string }>(`INSERT INTO meta_rate
  (currency, market, category, step_from, micros, valid_from, source, updated_at)
  SELECT value ->> 'currency', value ->> 'market', value ->> 'category', value ->> 'stepFrom', value ->> 'micros',
    :validFrom, 'card', 0 FROM json_each(:prices)`);
