import { query } from "#platform/db/query.ts";

export const markDue = query<{ error: string; now: number }>(
  `UPDATE scheduled_message SET status = 'pending', error = :error, claimed_at = NULL, updated_at = :now
  WHERE status = 'queued' OR (status = 'pending' AND send_at <= :now)`,
);
