import { ContactRowsReturning } from "#people/contacts/events.ts";
import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";

/** Rows returned per transaction: about 5 ms. */
const STEP = 200;

/**
 * Returns some rows of a contact whose merge was interrupted or undone, within the caller's transaction. Returns whether more rows
 * are left.
 */
export function returnSomeRows(unit: TenantUnit, contactId: number, atMost = STEP): boolean {
  let some = false;
  const left = () => {
    some = true;
  };
  unit.emit(ContactRowsReturning, { contactId, atMost, left, isLeft: () => some });
  return some;
}

/**
 * Returns all rows of the contact in steps; stops when `isWanted` returns false. The caller passes the tenant without audit: only
 * the undo itself has an audit entry.
 */
export async function returnRows(
  tenant: Tenant,
  contactId: number,
  isWanted: (unit: TenantUnit) => boolean = () => true,
): Promise<void> {
  while (tenant.write((unit) => isWanted(unit) && returnSomeRows(unit, contactId)))
    await yieldToEventLoop(tenant);
}
