import { query } from "#platform/db/query.ts";

export const download = query<
  { userId: number; companyId: string; since: number },
  unknown
>(`SELECT 1 FROM provider_audit_log WHERE user_id = :userId AND kind = 'company-export' AND action = 'downloaded'
  AND subject_id = :companyId AND at >= :since LIMIT 1`);
