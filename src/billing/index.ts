/** What other features may use of the billing. */
export { InvoicePaid, PaymentUnclear } from "./events.ts";
export { ensureOpenInvoice, issueInvoice, openInvoiceOf, reissueInvoices } from "./issue.ts";
export { invoicesForLogin } from "./login-invoices.ts";
export { presentInvoice } from "./present.ts";
export { findInvoice, type InvoiceView } from "./queries.ts";
