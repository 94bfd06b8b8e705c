import { query } from "#platform/db/query.ts";

type None = Record<never, never>;

export const oldestRunning = query<None, { id: number }>(
  "SELECT id FROM report_file WHERE state = 'running' ORDER BY id LIMIT 1",
);
/** Changes no row if the file was cancelled meanwhile, or started again because a person was erased. */
export const storeProgress = query<{
  id: number;
  attempt: number;
  bytes: number;
  done: number;
  next: string | null;
  figures: string;
}>(`UPDATE report_file SET bytes = :bytes, done = :done, next_rows = :next, figures = :figures
  WHERE id = :id AND state = 'running' AND attempt = :attempt`);
export const finish = query<{ id: number; attempt: number; expiresAt: number }>(
  `UPDATE report_file SET state = 'done', total = done, expires_at = max(expires_at, :expiresAt)
  WHERE id = :id AND state = 'running' AND attempt = :attempt`,
);
export const fail = query<{ id: number; error: string }>(
  "UPDATE report_file SET state = 'failed', error = :error WHERE id = :id AND state = 'running'",
);
export const cancel = query<{ id: number }>(
  "UPDATE report_file SET state = 'cancelled' WHERE id = :id AND state = 'running'",
);
export const restart = query<{ id: number }>(
  "UPDATE report_file SET bytes = 0, done = 0, next_rows = NULL, figures = NULL, attempt = attempt + 1 WHERE id = :id AND state = 'running'",
);
/** Starts files in progress again, because the rows written so far may name an erased person. */
export const restartAll = query<None>(
  "UPDATE report_file SET bytes = 0, done = 0, next_rows = NULL, figures = NULL, attempt = attempt + 1 WHERE state = 'running'",
);
export const forgetStored = query<None, { id: number }>(
  "DELETE FROM report_file WHERE state <> 'running' RETURNING id",
);
export const forgetExpired = query<{ now: number }, { id: number }>(
  "DELETE FROM report_file WHERE expires_at <= :now AND state <> 'running' RETURNING id",
);
export const nextExpiry = query<None, { at: number | null }>(
  "SELECT min(expires_at) AS at FROM report_file WHERE state <> 'running'",
);
