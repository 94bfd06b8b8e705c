import { query } from "#platform/db/query.ts";

/** In the system database. `dueDate` as YYYY-MM-DD. */
export const mayResume = query<{ companyId: number; dueDate: string }, unknown>(
  `SELECT 1 FROM company
   WHERE id = :companyId AND active = 1 AND (due_date IS NULL OR due_date >= :dueDate)`,
);
