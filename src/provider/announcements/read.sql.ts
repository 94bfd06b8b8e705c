import { query } from "#platform/db/query.ts";

export const markAllRead = query<{ companyId: number; userId: number }>(`INSERT OR IGNORE
  INTO announcement_read (company_id, user_id, announcement_id)
  SELECT :companyId, :userId, id FROM announcement WHERE active = 1`);
