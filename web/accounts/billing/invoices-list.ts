import type { InvoiceAnswer } from "#accounts/billing/contract.ts";
import { LiveList } from "#web/lib/lists/live-list.ts";

/** The invoices of the page, newest due date first. */
export const invoicesList = new LiveList<InvoiceAnswer>({
  path: "/invoices/all",
  name: "invoices",
  channel: "invoice",
  compare: (a, b) => b.dueDate.localeCompare(a.dueDate) || b.id - a.id,
});
