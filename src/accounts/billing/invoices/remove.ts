import { invoicePaid, noInvoice } from "#accounts/billing/errors.ts";
import { findInvoice } from "#accounts/billing/queries.ts";
import { execute } from "#platform/db/query.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import * as sql from "./invoices.sql.ts";

/**
 * `DELETE /invoices/{id}`: super users only (the route asks). It is cancelled, so that money which still comes for it
 * is not lost; nobody sees it any more. Answers how many went. Throws 404 ERR_NOT_FOUND, 409 ERR_INVOICE_PAID.
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
