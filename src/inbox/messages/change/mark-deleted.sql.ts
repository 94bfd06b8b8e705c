import { query } from "#platform/db/query.ts";

export const mark = query<{
  deletedAt: number | null;
  deletedBy: string | null;
  updatedAt: number;
  id: number;
}>(
  "UPDATE message SET deleted_at = :deletedAt, deleted_by = :deletedBy, updated_at = :updatedAt WHERE id = :id",
);
