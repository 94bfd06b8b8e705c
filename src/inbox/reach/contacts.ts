import {
  ContactDeleting,
  ContactExporting,
  ContactMerging,
  ContactUnmerging,
} from "#people/contacts/events.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./contacts.sql.ts";

/** Key of the first contacts in the record of a merge. */
const TABLE = "first_contact";

/** Moves, exports and deletes first contacts when their contact is merged, exported or deleted. */
export function listenToContacts({ bus }: Installation): void {
  bus.within(ContactMerging, ({ db }, { survivor, loser, moved }) => {
    const ids = queryAll(db, sql.moveToContact, { contactId: survivor.id, id: loser.id }).map(({ id }) => id);
    moved.add(TABLE, ids);
    // Deletes the rows that were not moved because the survivor has a first contact on the same connection.
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
    add({
      name: "primeiros-contatos.json",
      rows: () =>
        queryAll(db, sql.ofContact, { contactId: contact.id }).map(({ connection, at, answeredAt }) => ({
          connection,
          at: new Date(at).toISOString(),
          answeredAt: answeredAt === null ? null : new Date(answeredAt).toISOString(),
        })),
    }),
  );
}
