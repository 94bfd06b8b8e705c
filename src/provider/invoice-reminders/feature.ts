import { InvoicesLookedAfter, PaymentUnclear } from "#accounts/billing/events.ts";
import { defineFeature } from "#tenants/feature.ts";
import { remind, reportUnmatchedPayment } from "./remind.ts";

/** Invoice reminders by mail and WhatsApp, and payments that must be checked by hand. */
export const invoiceReminders = defineFeature({
  name: "invoice-reminders",
  listen({ bus }) {
    bus.after(InvoicesLookedAfter, remind);
    bus.after(PaymentUnclear, reportUnmatchedPayment);
  },
});
