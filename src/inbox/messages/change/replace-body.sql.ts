import { query } from "#platform/db/query.ts";

export const replace = query<{
  body: string;
  edits: string;
  isEdited: number;
  updatedAt: number;
  id: number;
}>(
  "UPDATE message SET body = :body, edits = :edits, is_edited = :isEdited, updated_at = :updatedAt WHERE id = :id",
);
