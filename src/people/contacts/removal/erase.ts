import { noContact } from "#people/contacts/errors.ts";
import {
  ContactDeleted,
  ContactDeleting,
  ContactErasing,
  ContactTracesErasing,
} from "#people/contacts/events.ts";
import { canDelete } from "#people/contacts/policy.ts";
import { contactById } from "#people/contacts/read.ts";
import type { Contact } from "#people/contacts/schema.ts";
import { execute } from "#platform/db/query.ts";
import { noPermission } from "#platform/errors.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import * as sql from "./removal.sql.ts";
import { tracesOf } from "./traces.ts";

/**
 * `DELETE /contacts/{id}`: admins; erases all data of the person (docs/rules/contacts.md#deletion). Throws
 * 403 ERR_NO_PERMISSION, 404 ERR_NO_CONTACT_FOUND, and the error of a listener that vetoes (409
 * ERR_CONTACT_HAS_TICKETS).
 */
export function deleteContact(ctx: UserCtx, id: number): void {
  ctx.tenant.write((unit) => {
    const contact = contactById(unit.db, id);
    if (!contact) throw noContact();
    if (!canDelete(ctx.actor)) throw noPermission();
    eraseContact(unit, contact, { user: ctx.actor });
  });
}

interface EraseOptions {
  /** User who requested it. */
  readonly user?: UserCtx["actor"];
  /** Part of erasing all contacts: no broadcast for this one. */
  readonly withAll?: boolean;
}

/** Deletes a contact with all its rows. Checks no permissions. */
export function eraseContact(
  unit: TenantUnit,
  contact: Contact,
  { user, withAll = false }: EraseOptions = {},
): void {
  const { id } = contact;
  unit.emit(ContactErasing, { contact, user: user ? { id: user.id, name: user.name } : null, withAll });
  if (!withAll) unit.emit(ContactTracesErasing, { contact, traces: tracesOf(unit.db, contact) });
  unit.emit(ContactDeleting, { contact });
  execute(unit.db, sql.deleteNumberChecks, { id });
  execute(unit.db, sql.deleteIdentities, { id });
  execute(unit.db, sql.deleteMerges, { id });
  execute(unit.db, sql.deleteContact, { id });
  unit.emit(ContactDeleted, { contactId: id, pictureId: contact.pictureId, ...(withAll && { withAll }) });
}
