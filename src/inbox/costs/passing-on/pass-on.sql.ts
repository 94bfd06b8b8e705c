import { query } from "#platform/db/query.ts";

/** The totals stay when rows of the ledger are deleted, and a month's rows are read by the table's key. */
export const sumOfMonth = query<
  { from: string; to: string; currency: string },
  { readonly micros: number; readonly charged: number }
>(`SELECT ifnull(sum(micros), 0) AS micros, ifnull(sum(count - free - unpriced), 0) AS charged FROM cost_total
  WHERE day BETWEEN :from AND :to AND currency = :currency`);
export const isRepriced = query<{ month: string }, { readonly found: number }>(
  "SELECT 1 AS found FROM cost_repricing WHERE month = :month LIMIT 1",
);
