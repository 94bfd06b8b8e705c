import { ContactExporting } from "#people/contacts/events.ts";
import { queryAll } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./report.sql.ts";

/** The export of a contact contains the campaigns that wrote to it (docs/rules/contacts.md#deletion). */
export function listenForContactExports({ bus }: Installation): void {
  bus.within(ContactExporting, ({ db }, { contact, add }) =>
    add({
      name: "campanhas.json",
      rows: () => queryAll(db, sql.campaignsOfContact, { contactId: contact.id }).map(exported),
    }),
  );
}

const exported = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      key.endsWith("At") && typeof value === "number" ? new Date(value).toISOString() : value,
    ]),
  );
