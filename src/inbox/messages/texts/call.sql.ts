import { query } from "#platform/db/query.ts";

export const sent = query<{ afterKey: string; upToKey: string }, unknown>(
  "SELECT 1 FROM outbox WHERE source = 'call' AND source_key > :afterKey AND source_key <= :upToKey LIMIT 1",
);
