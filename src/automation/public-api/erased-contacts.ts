import { ContactsCleared, ContactTracesErasing } from "#people/contacts/events.ts";
import { run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";

/** Stored answers of the send API that name an erased person go with the person. */
export function eraseCalls({ bus }: Installation): void {
  bus.within(ContactTracesErasing, ({ db }, { traces }) => {
    for (const name of traces.names) run(db, "DELETE FROM api_call WHERE instr(answer, ?) > 0", name);
  });
  bus.within(ContactsCleared, ({ db }) => void run(db, "DELETE FROM api_call"));
}
