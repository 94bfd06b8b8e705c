import { waitsForConfirmation } from "#accounts/auth/index.ts";
import type { PaymentUnclear } from "#accounts/billing/events.ts";
import { claimReminder, openInvoices, todayOf } from "#accounts/billing/index.ts";
import { mailAddress, queueMail } from "#accounts/mails/index.ts";
import { notifyProvider } from "#accounts/notices/index.ts";
import { languageOf, timeZoneOf } from "#accounts/settings/index.ts";
import { dayAt, daysBetween } from "#platform/dates.ts";
import type { EventType } from "#platform/events/define-event.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { reminderText, sendWhatsappReminder } from "./by-whatsapp.ts";

/** A reminder mail expires after this time, ms. */
const MAIL_LIFE_MS = 24 * 60 * 60_000;

/**
 * Reminds a company of an open invoice 5 days and 1 day before the due date, on the due date, and 3 days after it, each
 * once (docs/rules/billing.md#invoices). Inactive companies get no reminders, because their users cannot sign in to
 * pay. Sign-ups with an unconfirmed address get none, because the address may be another person's.
 */
export function remind(tenant: Tenant): void {
  const { installation, company } = tenant;
  const { system, config, clock } = installation;
  if (!company.active || waitsForConfirmation(installation, tenant.id, company.email)) return;
  const today = todayOf(tenant);
  const resumedOn = company.resumedAt === null ? null : dayAt(company.resumedAt, timeZoneOf(tenant));
  for (const { id, detail, valueCents, dueDate } of openInvoices(system, tenant.id)) {
    const days = daysBetween(dueDate, today);
    const silentDays = resumedOn === null ? Number.NEGATIVE_INFINITY : daysBetween(dueDate, resumedOn);
    const { subject, text } = reminderText({
      language: languageOf(tenant),
      company: company.name,
      plan: detail,
      valueCents,
      dueDate,
      days,
      address: config.publicUrl === null ? null : `${config.publicUrl}/financeiro`,
    });
    const isDue = claimReminder(installation, id, { days, silentDays }, () => {
      if (company.email === "" || mailAddress(installation) === null) return;
      const expiresAt = clock.now() + MAIL_LIFE_MS;
      queueMail(installation, { companyId: tenant.id, to: company.email, subject, text, expiresAt });
    });
    if (isDue)
      sendWhatsappReminder(installation, {
        company: company.name,
        phone: company.phone,
        text: text.trim(),
        key: `${id}:${days}`,
      });
  }
}

type Unclear = typeof PaymentUnclear extends EventType<infer Payload> ? Payload : never;

/** Notifies the provider's admins of a payment that settled no invoice (docs/rules/billing.md#invoices). */
export function reportUnmatchedPayment(
  tenant: Tenant,
  { companyName, invoiceId, paymentId, kind, amountCents }: Unclear,
): void {
  const details = { name: companyName, invoiceId, kind, amount: amountCents / 100 };
  notifyProvider(tenant.installation, {
    code: "payment_unclear",
    details,
    key: `payment_unclear:${paymentId}`,
  });
}
