import { costAccount } from "#inbox/costs/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";

const { columns, read } = rowReader(costAccount, "a");

export { read };

export const ofConnection = query<{ connectionId: number }, unknown>(
  `SELECT ${columns} FROM cost_account a WHERE a.connection_id = :connectionId`,
);
export const insert = query<{ connectionId: number; scope: string }>(
  "INSERT OR IGNORE INTO cost_account (connection_id, scope, read_at) VALUES (:connectionId, :scope, 0)",
);
export const store = query<{
  connectionId: number;
  scope: string;
  timezoneId: string | null;
  zone: string | null;
  currency: string | null;
  now: number;
}>(`INSERT INTO cost_account (connection_id, scope, timezone_id, zone, currency, read_at)
  VALUES (:connectionId, :scope, :timezoneId, :zone, :currency, :now) ON CONFLICT (connection_id) DO UPDATE SET
  scope = excluded.scope, timezone_id = excluded.timezone_id, zone = excluded.zone, currency = excluded.currency, read_at = excluded.read_at`);
export const outdated = query<
  { before: number },
  { readonly connectionId: number }
>(`SELECT m.connection_id AS connectionId
  FROM meta_account m JOIN connection w ON w.id = m.connection_id LEFT JOIN cost_account a ON a.connection_id = m.connection_id
  WHERE m.kind = 'phone' AND m.token IS NOT NULL AND w.deleted_at IS NULL AND ifnull(a.read_at, 0) <= :before`);
export const hasOfficial = query<Record<never, never>, { readonly found: number }>(
  "SELECT 1 AS found FROM meta_account WHERE kind = 'phone' AND token IS NOT NULL LIMIT 1",
);

type Keyed = { readonly messageId: number; readonly at: number; readonly day: string };
export const rowsOfConnection = query<{ connectionId: number; after: number; limit: number }, Keyed>(
  `SELECT message_id AS messageId, at, day FROM message_cost WHERE connection_id = :connectionId AND message_id > :after
  ORDER BY message_id LIMIT :limit`,
);
export const setDay = query<{ messageId: number; day: string; scope: string }>(
  "UPDATE message_cost SET day = :day, scope = :scope WHERE message_id = :messageId",
);
