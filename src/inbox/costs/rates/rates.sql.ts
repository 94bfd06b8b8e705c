import { query } from "#platform/db/query.ts";

export const companiesWithNumbers = query<Record<never, never>, { readonly companyId: number }>(
  "SELECT DISTINCT company_id AS companyId FROM meta_route WHERE kind = 'phone'",
);

/** `ids` is a JSON list of prices. */
export const end = query<{ ids: string; lastDay: string; now: number }>(
  "UPDATE meta_rate SET valid_to = :lastDay, updated_at = :now WHERE id IN (SELECT value FROM json_each(:ids))",
);
/** `prices` is a JSON list of `CardPrice`. */
export const add = query<{ prices: string; validFrom: string; now: number }>(`INSERT INTO meta_rate
  (currency, market, category, step_from, micros, valid_from, source, updated_at)
  SELECT value ->> 'currency', value ->> 'market', value ->> 'category', value ->> 'stepFrom', value ->> 'micros',
    :validFrom, 'card', :now FROM json_each(:prices)`);
