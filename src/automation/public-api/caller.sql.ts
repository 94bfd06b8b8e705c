import { query } from "#platform/db/query.ts";

/** Of the system database. */
export const ownerOf = query<{ hash: string }, { readonly companyId: number; readonly connectionId: number }>(
  "SELECT company_id AS companyId, connection_id AS connectionId FROM connection_token WHERE hash = :hash",
);
export const defaultConnection = query<Record<never, never>, { readonly id: number }>(
  "SELECT id FROM connection WHERE is_default = 1 AND deleted_at IS NULL",
);
