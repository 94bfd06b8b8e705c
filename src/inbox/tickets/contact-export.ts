import { ContactExporting } from "#people/contacts/events.ts";
import type { Db } from "#platform/db/database.ts";
import { queryAll } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import * as sql from "./queries.sql.ts";

interface Dated {
  readonly createdAt: number;
}

/** Exports tickets and notes of a contact (docs/rules/contacts.md#deletion). */
export function exportTicketsOfContact({ bus }: Installation): void {
  bus.within(ContactExporting, ({ db }, { contact, add }) => {
    add({ name: "atendimentos.json", rows: () => ticketsOf(db, contact.id) });
    add({
      name: "notas.json",
      rows: () => queryAll(db, sql.exportedNotes, { contactId: contact.id }).map(dated),
    });
  });
}

const dated = <Row extends Dated>(row: Row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() });

function* ticketsOf(db: Db, contactId: number) {
  for (const row of queryAll(db, sql.exportedTickets, { contactId }))
    yield {
      ...dated(row),
      closedAt: row.closedAt === null ? null : new Date(row.closedAt).toISOString(),
      tags: JSON.parse(row.tags),
      ratings: JSON.parse(row.ratings),
    };
}
