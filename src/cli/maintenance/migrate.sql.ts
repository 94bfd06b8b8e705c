import { query } from "#platform/db/query.ts";

export const companies = query<Record<never, never>, { readonly id: number; readonly name: string }>(
  "SELECT id, name FROM company WHERE removed_at IS NULL ORDER BY id",
);
