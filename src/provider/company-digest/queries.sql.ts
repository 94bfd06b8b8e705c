import type { Usage } from "#accounts/companies/contract.ts";
import { query } from "#platform/db/query.ts";

export const usage = query<
  Record<never, never>,
  Usage
>(`SELECT (SELECT count(*) FROM user WHERE deleted_at IS NULL) AS users,
  (SELECT count(*) FROM connection WHERE deleted_at IS NULL) AS connections,
  (SELECT count(*) FROM queue) AS queues,
  (SELECT bytes FROM media_usage) AS storage`);
