import { messageCost } from "#inbox/costs/schema.ts";
import { rowReader } from "#platform/db/columns.ts";
import { query } from "#platform/db/query.ts";

const { columns, read } = rowReader(messageCost, "c");

export { read };

type Month = { scope: string; month: string };
export const pending = query<
  Record<never, never>,
  Month & { readonly at: number; readonly messageId: number; readonly again: number }
>("SELECT scope, month, at, message_id AS messageId, again FROM cost_repricing ORDER BY month, scope");
export const resetCounters = query<Month>("DELETE FROM cost_counter WHERE scope = :scope AND month = :month");
export const resetAllowance = query<Month>(
  "UPDATE message_cost SET allowance = 0 WHERE scope = :scope AND substr(day, 1, 7) = :month AND allowance = 1",
);
/** Numbers of the month whose free answers Meta marked itself. */
export const markMarked = query<
  Month & { from: string }
>(`INSERT INTO cost_counter (scope, month, market, category, count)
  SELECT DISTINCT :scope, :month, 'number:' || connection_id, 'marked_by_meta', 1 FROM message_cost
  WHERE scope = :scope AND substr(day, 1, 7) = :month AND category = 'service' AND day >= :from AND delivered = 1
  AND state <> 'void' AND type IS NOT NULL AND type <> 'free_entry_point' AND (billable = 0 OR type = 'free_customer_service')`);
export const next = query<
  Month & { at: number; messageId: number; limit: number },
  unknown
>(`SELECT ${columns}
  FROM message_cost c WHERE c.scope = :scope AND substr(c.day, 1, 7) = :month
  AND (c.at, c.message_id) > (:at, :messageId) ORDER BY c.at, c.message_id LIMIT :limit`);
export const advance = query<Month & { at: number; messageId: number }>(
  "UPDATE cost_repricing SET at = :at, message_id = :messageId WHERE scope = :scope AND month = :month",
);
export const restart = query<Month>(
  "UPDATE cost_repricing SET at = -1, message_id = 0, again = 0 WHERE scope = :scope AND month = :month",
);
export const done = query<Month>(
  "DELETE FROM cost_repricing WHERE scope = :scope AND month = :month AND again = 0",
);

export const scopesSince = query<{ month: string }, Month>(`SELECT DISTINCT scope, substr(day, 1, 7) AS month
  FROM message_cost WHERE day >= :month`);
/** First day that a price which changed since a time applies to. */
export const changedSince = query<
  { since: number },
  { readonly from: string | null; readonly at: number | null }
>("SELECT min(valid_from) AS 'from', max(updated_at) AS at FROM meta_rate WHERE updated_at > max(:since, 0)");
export const expired = query<{
  before: string;
  limit: number;
}>(`DELETE FROM message_cost WHERE message_id IN (
  SELECT message_id FROM message_cost WHERE day < :before LIMIT :limit)`);
