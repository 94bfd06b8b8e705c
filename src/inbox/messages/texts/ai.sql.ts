import { query } from "#platform/db/query.ts";

export const transcript = query<{ transcript: string | null; updatedAt: number; id: number }>(
  "UPDATE message SET transcript = :transcript, updated_at = :updatedAt WHERE id = :id",
);
