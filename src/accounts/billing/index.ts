/** What other features may use of the billing. */
export { InvoicePaid, InvoicesLookedAfter, PaymentUnclear } from "./events.ts";
export { ensureOpenInvoice, openInvoiceOf, todayOf } from "./issue.ts";
export { invoicesForLogin } from "./login-invoices.ts";
export { presentInvoice } from "./present.ts";
export { type InvoiceView, openInvoices } from "./queries.ts";
export { claimReminder } from "./reminded.ts";
