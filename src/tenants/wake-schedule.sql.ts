import { query } from "#platform/db/query.ts";

/** When a company has work for a job; `at` in ms. */
export interface WakeRow {
  readonly companyId: number;
  readonly job: string;
  readonly at: number;
}

export const allWakeUps = query<Record<never, never>, WakeRow>(
  "SELECT company_id AS companyId, job, at FROM scheduled_wakeup",
);
export const setWakeUp = query<{ companyId: number; job: string; at: number }>(
  `INSERT INTO scheduled_wakeup (company_id, job, at) VALUES (:companyId, :job, :at)
   ON CONFLICT (company_id, job) DO UPDATE SET at = excluded.at`,
);
/** `jobs` is a JSON list of names. */
export const wakeAll = query<{ jobs: string; at: number }>(
  `INSERT INTO scheduled_wakeup (company_id, job, at)
   SELECT company.id, job.value, :at FROM company, json_each(:jobs) AS job WHERE removed_at IS NULL
   ON CONFLICT (company_id, job) DO UPDATE SET at = min(at, excluded.at)`,
);
export const deleteWakeUp = query<{ companyId: number; job: string }>(
  "DELETE FROM scheduled_wakeup WHERE company_id = :companyId AND job = :job",
);
export const deleteWakeUpsOf = query<{ companyId: number }>(
  "DELETE FROM scheduled_wakeup WHERE company_id = :companyId",
);
