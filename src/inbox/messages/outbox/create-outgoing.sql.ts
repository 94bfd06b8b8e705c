import { query } from "#platform/db/query.ts";

export const hold = query<{ heldUntil: number; id: number }>(
  "UPDATE message SET held_until = :heldUntil WHERE id = :id",
);
