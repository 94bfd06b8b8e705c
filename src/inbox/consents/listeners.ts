import {
  ContactDeleting,
  ContactExporting,
  ContactMerging,
  ContactUnmerging,
} from "#people/contacts/events.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./consents.sql.ts";
import { consentsOf } from "./queries.ts";

/** Key of the consents in the record of a merge. */
const TABLE = "consent";

/** Moves, exports and deletes consents when their contact is merged, exported or deleted. */
export function listenToContacts({ bus }: Installation): void {
  bus.within(ContactMerging, ({ db }, { survivor, loser, moved }) => {
    const ids = queryAll(db, sql.moveToContact, { contactId: survivor.id, id: loser.id }).map(({ id }) => id);
    moved.add(TABLE, ids);
    // Only consents that the survivor has as well are not moved; they are deleted.
    execute(db, sql.deleteOfContact, { contactId: loser.id });
  });
  bus.within(ContactUnmerging, ({ db }, { survivorId, contact, moved }) => {
    execute(db, sql.back, { contactId: contact.id, survivorId, ids: JSON.stringify(moved.of(TABLE)) });
  });
  bus.within(
    ContactDeleting,
    ({ db }, { contact }) => void execute(db, sql.deleteOfContact, { contactId: contact.id }),
  );
  bus.within(ContactExporting, ({ db }, { contact, add }) =>
    add({ name: "consentimentos.json", rows: () => consentsOf(db, contact.id) }),
  );
}
