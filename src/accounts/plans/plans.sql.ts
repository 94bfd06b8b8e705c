import { query } from "#platform/db/query.ts";

export const countCompanies = query<{ id: number }, { n: number }>(
  "SELECT count(*) AS n FROM company WHERE plan_id = :id AND removed_at IS NULL",
);
export const isPlanUsed = query<{ id: number }, unknown>("SELECT 1 FROM company WHERE plan_id = :id LIMIT 1");
export const companyIds = query<{ id: number }, { id: number }>(
  "SELECT id FROM company WHERE plan_id = :id AND removed_at IS NULL",
);
