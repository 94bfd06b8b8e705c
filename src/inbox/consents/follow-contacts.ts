import {
  ContactDeleting,
  ContactExporting,
  ContactMerging,
  ContactUnmerging,
} from "#people/contacts/events.ts";
import { all, run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import { consentsOf } from "./queries.ts";

/** Name in the list of what a merge moved. */
const TABLE = "consent";
const MOVE = "UPDATE OR IGNORE consent SET contact_id = ?1 WHERE contact_id = ?2 RETURNING id";
const FORGET = "DELETE FROM consent WHERE contact_id = ?";
const BACK =
  "UPDATE OR IGNORE consent SET contact_id = ?1 WHERE contact_id = ?2 AND id IN (SELECT value FROM json_each(?3))";

/** What a person was told goes with the person: into a merge and back, into their export, and away. */
export function followContacts({ bus }: Installation): void {
  bus.within(ContactMerging, ({ db }, { survivor, loser, moved }) => {
    const ids = all<{ id: number }>(db, MOVE, survivor.id, loser.id).map(({ id }) => id);
    moved.add(TABLE, ids);
    // Both were told the same.
    run(db, FORGET, loser.id);
  });
  bus.within(ContactUnmerging, ({ db }, { survivorId, contact, moved }) => {
    run(db, BACK, contact.id, survivorId, JSON.stringify(moved.of(TABLE)));
  });
  bus.within(ContactDeleting, ({ db }, { contact }) => void run(db, FORGET, contact.id));
  bus.within(ContactExporting, ({ db }, { contact, add }) =>
    add({ name: "consentimentos.json", rows: () => consentsOf(db, contact.id) }),
  );
}
