import { query } from "#platform/db/query.ts";
import type { Usage } from "./quota.ts";

export const usage = query<Record<never, never>, Usage>(
  "SELECT bytes, files, told_bytes AS reportedBytes, warned FROM media_usage",
);
export const markReported = query("UPDATE media_usage SET told_bytes = bytes");
export const setWarned = query<{ percent: number }>("UPDATE media_usage SET warned = :percent");
export const storedPath = query<{ path: string }, unknown>(
  "SELECT 1 FROM media_file WHERE path = :path AND state = 'stored' LIMIT 1",
);
