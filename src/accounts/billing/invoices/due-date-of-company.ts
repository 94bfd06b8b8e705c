import * as v from "valibot";
import { Payer, type ProviderContact } from "#accounts/billing/contract.ts";
import { addPeriod, companyById, dayOfMonth, PROVIDER_ID } from "#accounts/companies/index.ts";
import { installationSetting } from "#accounts/settings/index.ts";
import type { Db } from "#platform/db/database.ts";
import { execute } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Company, Recurrence } from "#tenants/tenant.ts";
import * as sql from "./invoices.sql.ts";

/**
 * Stores the new due date of a company, within the transaction of a payment. After the commit the caller must
 * `refresh` the tenant and `announce` the change.
 */
export function writeDueDate(system: Db, companyId: number, due: DueDate, nowMs: number): void {
  execute(system, sql.setDueDate, { dueDate: due.date, billingDay: due.day, nowMs, companyId });
}

/** Name and address of the company for payments; null until first entered. */
export function payerOf(company: Company | undefined): Payer | null {
  const read = v.safeParse(Payer, company?.address);
  return read.success ? read.output : null;
}

/**
 * Recipient of payments: the name that banks show, else that of the provider's company; "" before that company
 * exists.
 */
export const payeeName = (installation: Installation): string =>
  installationSetting(installation, "pixName") || (companyById(installation, PROVIDER_ID)?.name ?? "");

/** Name, e-mail and phone of the provider's company, as stored. */
export function providerContact(installation: Installation): ProviderContact {
  const provider = companyById(installation, PROVIDER_ID);
  return { name: provider?.name ?? "", email: provider?.email ?? "", phone: provider?.phone ?? "" };
}

interface DueDate {
  readonly date: string;
  /** Billing day, 1-31; restored after a shorter month. */
  readonly day: number;
}

/**
 * Due date after a payment: one period after the old one, or after today when that is later. A late payment
 * starts a new period on the day of the payment, which becomes the billing day.
 */
export function dueAfterPayment(today: string, due: DueDate, recurrence: Recurrence): DueDate {
  const late = today > due.date;
  const day = late ? dayOfMonth(today) : due.day;
  return { date: addPeriod(late ? today : due.date, recurrence, day), day };
}
