/** Public functions of the billing. */
export { InvoicePaid } from "./events.ts";
export { ensureOpenInvoice, openInvoiceOf } from "./invoices/issue.ts";
export { addCostLine } from "./invoices/lines.ts";
export { claimReminder } from "./invoices/reminders.ts";
export { todayOf } from "./invoices/today.ts";
export { presentInvoice } from "./present.ts";
export { invoicesForLogin, openInvoices } from "./queries.ts";
