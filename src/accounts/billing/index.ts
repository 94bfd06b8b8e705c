/** What other features may use of the billing. */
export { InvoicePaid } from "./events.ts";
export { ensureOpenInvoice, openInvoiceOf, todayOf } from "./issue.ts";
export { invoicesForLogin } from "./login-invoices.ts";
export { presentInvoice } from "./present.ts";
export { openInvoices } from "./queries.ts";
export { claimReminder } from "./reminded.ts";
