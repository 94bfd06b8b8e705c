import { query } from "#platform/db/query.ts";
import type { ConnectionRow } from "./schema.ts";

type Id = Pick<ConnectionRow, "id">;

export const openDefault = query<Record<never, never>, Id>(
  "SELECT id FROM connection WHERE is_default = 1 AND status = 'CONNECTED' AND deleted_at IS NULL",
);
export const oldestOpen = query<Record<never, never>, Id>(
  "SELECT id FROM connection WHERE status = 'CONNECTED' AND deleted_at IS NULL ORDER BY created_at, id LIMIT 1",
);
