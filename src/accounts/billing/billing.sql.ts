import { query } from "#platform/db/query.ts";

export const JOB = "invoices";
/** Companies with a due date that have no wake-up for the invoice job yet. */
export const unscheduledCompanies = query<
  Record<never, never>,
  { id: number }
>(`SELECT id FROM company WHERE due_date IS NOT NULL AND removed_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM scheduled_wakeup WHERE job = '${JOB}' AND company_id = company.id) ORDER BY id LIMIT 200`);
