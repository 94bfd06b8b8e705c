import type { PaymentUnclear } from "#accounts/billing/events.ts";
import { PROVIDER_ID } from "#accounts/companies/index.ts";
import { notifyAdmins } from "#accounts/notices/index.ts";
import type { EventType } from "#platform/events/define-event.ts";
import type { Tenant } from "#tenants/tenant.ts";

type Unclear = typeof PaymentUnclear extends EventType<infer Payload> ? Payload : never;

/** Notifies the provider's admins of a payment that settled no invoice (docs/rules/billing.md#invoices). */
export function reportUnmatchedPayment(
  tenant: Tenant,
  { companyName, invoiceId, paymentId, kind, amountCents }: Unclear,
): void {
  const { tenants } = tenant.installation;
  if (!tenants.exists(PROVIDER_ID)) return;
  const details = { name: companyName, invoiceId, kind, amount: amountCents / 100 };
  tenants
    .open(PROVIDER_ID)
    .write((unit) =>
      notifyAdmins(unit, { code: "payment_unclear", details, key: `payment_unclear:${paymentId}` }),
    );
}
