import { run } from "#platform/db/database.ts";
import { noPermission } from "#platform/errors.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { noContact } from "./errors.ts";
import { ContactDeleted, ContactDeleting } from "./events.ts";
import { keyOf } from "./identity.ts";
import { canDelete } from "./policy.ts";
import { contactById } from "./read.ts";
import type { Contact } from "./schema.ts";

const FORGET_IDENTITIES = "DELETE FROM contact_identity WHERE contact_id = ?";
const FORGET_CHECK = "DELETE FROM number_check WHERE match_key = ?";
// They carry a copy of the person.
const FORGET_MERGES = "DELETE FROM contact_merge WHERE survivor_id = ?1 OR loser_id = ?1";
const DELETE = "DELETE FROM contact WHERE id = ?";

/**
 * `DELETE /contacts/{id}`: admins; the person leaves nothing behind (behaviour 1.6). Throws 403 ERR_NO_PERMISSION,
 * 404 ERR_NO_CONTACT_FOUND, and whatever a listener refuses with (409 ERR_CONTACT_HAS_TICKETS).
 */
export function deleteContact(ctx: UserCtx, id: number): void {
  ctx.tenant.write((unit) => {
    const contact = contactById(unit.db, id);
    if (!contact) throw noContact();
    if (!canDelete(ctx.actor)) throw noPermission();
    eraseContact(unit, contact);
  });
}

/** Removes a contact with all that hangs on it; asks nobody's rights. `withAll`: nobody is told of this one. */
export function eraseContact(unit: TenantUnit, contact: Contact, withAll = false): void {
  const { id } = contact;
  unit.emit(ContactDeleting, { contact });
  run(unit.db, FORGET_IDENTITIES, id);
  if (contact.number !== null) run(unit.db, FORGET_CHECK, keyOf({ kind: "pn", value: contact.number }));
  run(unit.db, FORGET_MERGES, id);
  run(unit.db, DELETE, id);
  unit.emit(ContactDeleted, { contactId: id, pictureId: contact.pictureId, ...(withAll && { withAll }) });
}
