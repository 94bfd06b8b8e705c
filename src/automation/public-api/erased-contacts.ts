import { ContactsCleared, ContactTracesErasing } from "#people/contacts/events.ts";
import { execute } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./erased-contacts.sql.ts";
import { apiCall } from "./schema.ts";

/** Deletes stored responses of the send API that name an erased contact. */
export function eraseCalls({ bus }: Installation): void {
  bus.within(ContactTracesErasing, ({ db }, { traces }) => {
    for (const name of traces.names) execute(db, sql.deleteNaming, { name });
  });
  bus.within(ContactsCleared, ({ db }) => void db.delete(apiCall).run());
}
