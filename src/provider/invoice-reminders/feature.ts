import { InvoicesLookedAfter, PaymentUnclear } from "#accounts/billing/events.ts";
import { defineFeature } from "#tenants/feature.ts";
import { remind } from "./remind.ts";
import { reportUnmatchedPayment } from "./unmatched-payments.ts";

/** What the provider says about money: reminders by mail and WhatsApp, and payments somebody has to look at. */
export const invoiceReminders = defineFeature({
  name: "invoice-reminders",
  listen({ bus }) {
    bus.after(InvoicesLookedAfter, remind);
    bus.after(PaymentUnclear, reportUnmatchedPayment);
  },
});
