import { query } from "#platform/db/query.ts";

export const officialNumbers = query<Record<never, never>, { readonly id: number }>(
  "SELECT id FROM connection WHERE provider = 'cloud' AND deleted_at IS NULL AND status = 'CONNECTED'",
);
