import type { ContactAnswer } from "#people/contacts/contract.ts";
import { ContactUpdated } from "#people/contacts/events.ts";
import { presentContact } from "#people/contacts/queries.ts";
import { visibleContact } from "#people/contacts/read.ts";
import type { NewValues } from "#people/fields/contract.ts";
import { writeValues } from "#people/fields/index.ts";
import type { UserCtx } from "#tenants/tenant.ts";

/**
 * `PUT /contacts/{id}/fields`: every user; absent keys keep their value (docs/rules/fields.md#values). Throws 404
 * ERR_NO_CONTACT_FOUND, 400 ERR_VALIDATION with the keys that do not fit.
 */
export function changeContactFields({ tenant }: UserCtx, id: number, values: NewValues): ContactAnswer {
  tenant.write((unit) => {
    visibleContact(tenant, id);
    if (writeValues(unit, "contact", id, values)) unit.emit(ContactUpdated, { contactId: id });
  });
  return presentContact(tenant, id);
}
