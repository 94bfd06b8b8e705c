import { run } from "#platform/db/database.ts";
import { noPermission } from "#platform/errors.ts";
import type { TenantUnit, UserCtx } from "#tenants/tenant.ts";
import { noContact } from "./errors.ts";
import { ContactDeleted, ContactDeleting, ContactErasing, ContactTracesErasing } from "./events.ts";
import { canDelete } from "./policy.ts";
import { contactById } from "./read.ts";
import type { Contact } from "./schema.ts";
import { tracesOf } from "./traces.ts";

const FORGET_IDENTITIES = "DELETE FROM contact_identity WHERE contact_id = ?";
const FORGET_CHECKS = `DELETE FROM number_check WHERE match_key IN
  (SELECT match_key FROM contact_identity WHERE contact_id = ? AND kind = 'pn')`;
// They carry a copy of the person, also those by which somebody became a part of them earlier.
const FORGET_MERGES = `WITH RECURSIVE one (id) AS (SELECT ?1 UNION
    SELECT m.merged_contact_id FROM contact_merge m JOIN one ON m.survivor_id = one.id WHERE m.undone_at IS NULL)
  DELETE FROM contact_merge WHERE survivor_id IN (SELECT id FROM one) OR merged_contact_id IN (SELECT id FROM one)`;
const DELETE = "DELETE FROM contact WHERE id = ?";

/**
 * `DELETE /contacts/{id}`: admins; the person leaves nothing behind (docs/rules/contacts.md#deletion). Throws 403
 * ERR_NO_PERMISSION, 404 ERR_NO_CONTACT_FOUND, and whatever a listener refuses with (409 ERR_CONTACT_HAS_TICKETS).
 */
export function deleteContact(ctx: UserCtx, id: number): void {
  ctx.tenant.write((unit) => {
    const contact = contactById(unit.db, id);
    if (!contact) throw noContact();
    if (!canDelete(ctx.actor)) throw noPermission();
    eraseContact(unit, contact, { user: ctx.actor });
  });
}

interface Erasing {
  /** Who asked. */
  readonly user?: UserCtx["actor"];
  /** One of all: nobody is told of this one. */
  readonly withAll?: boolean;
}

/** Removes a contact with all that hangs on it; asks nobody's rights. */
export function eraseContact(
  unit: TenantUnit,
  contact: Contact,
  { user, withAll = false }: Erasing = {},
): void {
  const { id } = contact;
  unit.emit(ContactErasing, { contact, user: user ? { id: user.id, name: user.name } : null, withAll });
  if (!withAll) unit.emit(ContactTracesErasing, { contact, traces: tracesOf(unit.db, contact) });
  unit.emit(ContactDeleting, { contact });
  run(unit.db, FORGET_CHECKS, id);
  run(unit.db, FORGET_IDENTITIES, id);
  run(unit.db, FORGET_MERGES, id);
  run(unit.db, DELETE, id);
  unit.emit(ContactDeleted, { contactId: id, pictureId: contact.pictureId, ...(withAll && { withAll }) });
}
