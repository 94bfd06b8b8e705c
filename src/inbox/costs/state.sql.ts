import { query } from "#platform/db/query.ts";

// Reads a stored state of the costs: what was last applied, reported or checked.
export const read = query<{ key: string }, { readonly value: string }>(
  "SELECT value FROM cost_state WHERE key = :key",
);
export const write = query<{ key: string; value: string }>(
  "INSERT INTO cost_state (key, value) VALUES (:key, :value) ON CONFLICT DO UPDATE SET value = excluded.value",
);
