import { query } from "#platform/db/query.ts";

export const unmeasuredCompanies = query<
  { limit: number },
  { id: number }
>(`SELECT id FROM company WHERE removed_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM company_figure WHERE company_id = company.id) ORDER BY id LIMIT :limit`);
export const deleteOldDays = query<{ before: string }>("DELETE FROM company_day WHERE day < :before");
