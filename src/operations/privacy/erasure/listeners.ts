import { ContactErasing, ContactsCleared } from "#people/contacts/events.ts";
import type { Installation } from "#tenants/installation.ts";
import { noteRemovedWords } from "#tenants/removed-words.ts";

/** Soon after an erasure the search indexes are rewritten and the log of the database is emptied: nothing is left in the files. */
export function listenForErasures({ bus }: Installation): void {
  bus.within(ContactErasing, (unit) => noteRemovedWords(unit));
  bus.within(ContactsCleared, (unit) => noteRemovedWords(unit));
}
