import { defineEvent } from "#platform/events/define-event.ts";

/** A payment settled an invoice: the company has a new due date. Emitted in the paying company. */
export const InvoicePaid = defineEvent<{
  readonly companyId: number;
  readonly invoiceId: number;
  /** The new due date, `YYYY-MM-DD`. */
  readonly dueDate: string;
}>("invoice.paid");

/** The daily invoice run of a company is finished. Emitted in that company. */
export const InvoicesLookedAfter = defineEvent<{ readonly companyId: number }>("invoices.lookedAfter");

/**
 * A payment settled no invoice: the amount is too small, or the invoice was not open. Emitted in the paying company;
 * in the provider's company when the paying one was deleted.
 */
export const PaymentUnclear = defineEvent<{
  readonly companyId: number;
  readonly companyName: string;
  readonly invoiceId: number;
  readonly paymentId: number;
  readonly kind: "short" | "extra";
  readonly amountCents: number;
}>("payment.unclear");
