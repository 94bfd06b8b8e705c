import { invoicePaid, noInvoice } from "#accounts/billing/errors.ts";
import { findInvoice } from "#accounts/billing/queries.ts";
import { execute } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import * as sql from "./invoices.sql.ts";

/**
 * `DELETE /invoices/{id}`: super users only (checked by the route). The invoice is cancelled and hidden, so
 * that a late payment can still be booked. Returns how many were cancelled. Throws 404 ERR_NOT_FOUND, 409
 * ERR_INVOICE_PAID.
 */
export function removeInvoice({ tenant }: UserCtx, id: number): number {
  const { system, clock } = tenant.installation;
  return tenant.writeSystem(() => {
    const found = findInvoice(system, id, null);
    if (!found) throw noInvoice();
    if (found.status === "paid") throw invoicePaid();
    return execute(system, sql.cancelInvoice, { now: clock.now(), id }).changes;
  });
}
