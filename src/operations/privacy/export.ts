import { withoutCallbacks } from "#automation/integrations/index.ts";
import { ContactExporting } from "#people/contacts/events.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import { PARTS, type Part } from "./export.sql.ts";

/**
 * Adds the data of other features about the tickets of a person to their archive
 * (docs/rules/contacts.md#deletion).
 */
export function listenForContactExports({ bus }: Installation): void {
  bus.within(ContactExporting, ({ db }, { contact, add }) => {
    for (const [name, part] of Object.entries(PARTS)) add({ name, rows: () => rowsOf(db, part, contact.id) });
  });
}

const rowsOf = (db: Db, part: Part, contactId: number) =>
  queryAll(db, part, { contactId }).map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, shown(key, value)])),
  );

/** Callback URLs can send commands into the conversation and are left out: the customer gets the archive. */
function shown(key: string, value: unknown): unknown {
  if (typeof value === "string") return withoutCallbacks(value);
  return /^at$|At$/.test(key) && typeof value === "number" ? new Date(value).toISOString() : value;
}
