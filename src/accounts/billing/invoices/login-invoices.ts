import type { InvoiceAnswer } from "#accounts/billing/contract.ts";
import { presentInvoice } from "#accounts/billing/present.ts";
import { listInvoices } from "#accounts/billing/queries.ts";
import type { Installation } from "#tenants/installation.ts";

/** Maximum number of invoices on the login page. */
const SHOWN = 20;

/**
 * Invoices in the login response of an expired company: newest first, including paid ones
 * (docs/rules/users.md#expired-company).
 */
export const invoicesForLogin = (installation: Installation, companyId: number): InvoiceAnswer[] =>
  listInvoices(installation.system, { companyId, search: "" }, SHOWN).map(presentInvoice);
