import { query } from "#platform/db/query.ts";

export const companyCreatedAt = query<{ id: number; createdAt: number }, { id: number }>(
  "SELECT id FROM company WHERE id = :id AND created_at = :createdAt",
);
