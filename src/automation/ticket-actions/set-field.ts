import { changeTicketFields, type Ticket, ticketRelabelled } from "#inbox/tickets/index.ts";
import { ContactUpdated } from "#people/contacts/events.ts";
import { changeContactFields } from "#people/contacts/index.ts";
import type { NewValue } from "#people/fields/contract.ts";
import { activeFields, everyValueOf, writeValues } from "#people/fields/index.ts";
import type { Tenant, TenantUnit, UserCtx } from "#tenants/tenant.ts";

const isOfContact = (tenant: Tenant, key: string): boolean =>
  activeFields(tenant, "contact").some((field) => field.key === key);

/** The value of the field that `setField` writes; null = none. */
export const fieldValue = (tenant: Tenant, { id, contactId }: Ticket, key: string): NewValue =>
  (isOfContact(tenant, key)
    ? everyValueOf(tenant, "contact", contactId)[key]
    : everyValueOf(tenant, "ticket", id)[key]) ?? null;

/**
 * Writes the field of the contact with this key, else of the ticket; null removes the value. Returns whether the value
 * changed. Throws 400 ERR_VALIDATION for an unknown field or a value that does not fit.
 */
export function setField(ctx: UserCtx, ticket: Ticket, key: string, value: NewValue): boolean {
  const { tenant } = ctx;
  const before = fieldValue(tenant, ticket, key);
  if (isOfContact(tenant, key)) changeContactFields(ctx, ticket.contactId, { [key]: value });
  else changeTicketFields(ctx, ticket.id, { [key]: value });
  return !isSameValue(before, fieldValue(tenant, ticket, key));
}

/** `setField` on behalf of the product. */
export function setFieldByProduct(
  unit: TenantUnit,
  ticket: Ticket,
  { key, value }: { readonly key: string; readonly value: NewValue },
): void {
  const ofContact = isOfContact(unit.tenant, key);
  const [of, ownerId] = ofContact
    ? (["contact", ticket.contactId] as const)
    : (["ticket", ticket.id] as const);
  if (!writeValues(unit, of, ownerId, { [key]: value })) return;
  if (ofContact) unit.emit(ContactUpdated, { contactId: ticket.contactId });
  else ticketRelabelled(unit, ticket);
}

/** Whether two values are equal; lists in different order are different values. */
export const isSameValue = (a: NewValue, b: NewValue): boolean => JSON.stringify(a) === JSON.stringify(b);
