import { query } from "#platform/db/query.ts";

export const planUsage = query<
  Record<never, never>,
  Record<"users" | "connections" | "queues", number>
>(`SELECT (SELECT count(*) FROM user WHERE deleted_at IS NULL) AS users,
  (SELECT count(*) FROM connection WHERE deleted_at IS NULL) AS connections, (SELECT count(*) FROM queue) AS queues`);
