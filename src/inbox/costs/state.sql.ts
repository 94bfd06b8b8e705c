import { query } from "#platform/db/query.ts";

// What was applied, reported or checked last.
export const read = query<{ key: string }, { readonly value: string }>(
  "SELECT value FROM cost_state WHERE key = :key",
);
export const write = query<{ key: string; value: string }>(
  "INSERT INTO cost_state (key, value) VALUES (:key, :value) ON CONFLICT DO UPDATE SET value = excluded.value",
);
