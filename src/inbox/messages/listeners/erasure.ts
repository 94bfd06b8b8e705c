import { dropFile } from "#inbox/messages/receive/drop-file.ts";
import { ContactsCleared, ContactTracesErasing } from "#people/contacts/events.ts";
import { execute, queryAll } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./erasure.sql.ts";

/** Events of the journal that name an erased person go with the person. */
export function listenToErasure({ bus }: Installation): void {
  bus.within(ContactTracesErasing, (unit, { traces }) => {
    for (const name of traces.names) {
      for (const { payload } of queryAll(unit.db, sql.waiting, { name })) dropFile(unit, JSON.parse(payload));
      execute(unit.db, sql.forget, { name });
    }
  });
  bus.within(ContactsCleared, ({ db }) => void execute(db, sql.forgetAll));
}
