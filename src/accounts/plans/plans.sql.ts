import { query } from "#platform/db/query.ts";

export const planByName = query<{ name: string }, { id: number }>("SELECT id FROM plan WHERE name = :name");
export const insertPlan = query<{
  name: string;
  limit: number;
  now: number;
}>(`INSERT INTO plan (name, users, connections, queues, public, created_at, updated_at)
  VALUES (:name, :limit, :limit, :limit, 0, :now, :now)`);
export const countCompanies = query<{ id: number }, { n: number }>(
  "SELECT count(*) AS n FROM company WHERE plan_id = :id AND removed_at IS NULL",
);
export const isPlanUsed = query<{ id: number }, unknown>("SELECT 1 FROM company WHERE plan_id = :id LIMIT 1");
export const companyIds = query<{ id: number }, { id: number }>(
  "SELECT id FROM company WHERE plan_id = :id AND removed_at IS NULL",
);
