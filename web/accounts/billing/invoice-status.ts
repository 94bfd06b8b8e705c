import type { InvoiceAnswer } from "#accounts/billing/contract.ts";

export type ShownStatus = "paid" | "overdue" | "open";

/** Status shown on screen (docs/rules/screens.md#administration); `today` is the company's, `YYYY-MM-DD`. */
export function shownStatus(
  { status, dueDate }: Pick<InvoiceAnswer, "status" | "dueDate">,
  today: string,
): ShownStatus {
  if (status === "paid") return "paid";
  return dueDate < today ? "overdue" : "open";
}
