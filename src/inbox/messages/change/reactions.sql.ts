import { query } from "#platform/db/query.ts";

export const setReactions = query<{ reactions: string; updatedAt: number; id: number }>(
  "UPDATE message SET reactions = :reactions, updated_at = :updatedAt WHERE id = :id",
);
