/** Public functions of the billing. */
export { InvoicePaid } from "./events.ts";
export { ensureOpenInvoice, openInvoiceOf, todayOf } from "./invoices/issue.ts";
export { invoicesForLogin } from "./invoices/login-invoices.ts";
export { claimReminder } from "./invoices/reminders.ts";
export { presentInvoice } from "./present.ts";
export { openInvoices } from "./queries.ts";
