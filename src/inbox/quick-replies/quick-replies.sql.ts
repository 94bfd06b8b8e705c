import { query } from "#platform/db/query.ts";

export const repliesByFile = query<{ mediaId: number }, { shared: number; userId: number }>(
  "SELECT id, shared, user_id AS userId FROM quick_reply WHERE media_id = :mediaId",
);
