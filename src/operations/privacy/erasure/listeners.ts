import { ContactErasing, ContactsCleared } from "#people/contacts/events.ts";
import type { Installation } from "#tenants/installation.ts";
import { noteRemovedWords } from "#tenants/removed-words.ts";

/**
 * Schedules, after an erasure, the job that rewrites the search indexes and truncates the WAL, so that no file keeps
 * the erased data.
 */
export function listenForErasures({ bus }: Installation): void {
  bus.within(ContactErasing, (unit) => noteRemovedWords(unit));
  bus.within(ContactsCleared, (unit) => noteRemovedWords(unit));
}
