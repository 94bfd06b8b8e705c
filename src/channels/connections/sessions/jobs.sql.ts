import { query } from "#platform/db/query.ts";

export const storeLastEvent = query<{ id: number; at: number }>(
  "UPDATE connection SET last_event_at = :at WHERE id = :id AND coalesce(last_event_at, 0) < :at",
);
