import { ContactExporting } from "#people/contacts/events.ts";
import { everyValueOf } from "#people/fields/index.ts";
import { queryAll } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";
import * as sql from "./queries.sql.ts";

interface Dated {
  readonly createdAt: number;
}

/** Exports tickets and notes of a contact (docs/rules/contacts.md#deletion). */
export function exportTicketsOfContact({ bus }: Installation): void {
  bus.within(ContactExporting, ({ db, tenant }, { contact, add }) => {
    add({ name: "atendimentos.json", rows: () => ticketsOf(tenant, contact.id) });
    add({
      name: "notas.json",
      rows: () =>
        queryAll(db, sql.exportedNotes, { contactId: contact.id }).map((row) => ({
          ...dated(row),
          edits: JSON.parse(row.edits),
        })),
    });
  });
}

const dated = <Row extends Dated>(row: Row) => ({ ...row, createdAt: new Date(row.createdAt).toISOString() });

function* ticketsOf(tenant: Tenant, contactId: number) {
  for (const { id, ...row } of queryAll(tenant.db, sql.exportedTickets, { contactId }))
    yield {
      ...dated(row),
      closedAt: row.closedAt === null ? null : new Date(row.closedAt).toISOString(),
      tags: JSON.parse(row.tags),
      fields: everyValueOf(tenant, "ticket", id),
      ratings: JSON.parse(row.ratings),
      ads: JSON.parse(row.ads),
    };
}
