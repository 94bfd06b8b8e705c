import { query } from "#platform/db/query.ts";

export const countCompanies = query<{ id: number; copy: number }, { n: number }>(
  "SELECT count(*) AS n FROM company WHERE plan_id = :id AND id <> :copy AND removed_at IS NULL",
);
export const countByPlan = query<{ copy: number }, { planId: number; companies: number }>(
  "SELECT plan_id AS planId, count(*) AS companies FROM company WHERE id <> :copy AND removed_at IS NULL GROUP BY plan_id",
);
export const isPlanUsed = query<{ id: number }, unknown>("SELECT 1 FROM company WHERE plan_id = :id LIMIT 1");
export const companyIds = query<{ id: number }, { id: number }>(
  "SELECT id FROM company WHERE plan_id = :id AND removed_at IS NULL",
);
