import { query } from "#platform/db/query.ts";

export const pathOf = query<{ id: number }, { path: string }>(
  "SELECT path FROM media_file WHERE id = :id AND path IS NOT NULL",
);
