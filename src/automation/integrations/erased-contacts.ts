import { ContactErasing, ContactTracesErasing } from "#people/contacts/events.ts";
import { execute } from "#platform/db/query.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./integrations.sql.ts";

/** Deletes deliveries and billing lookups of an erased contact. */
export function eraseDeliveries({ bus }: Installation): void {
  bus.within(ContactErasing, ({ db }, { contact }) => {
    for (const statement of [sql.unblocksOf, sql.lookupsOf])
      execute(db, statement, { contactId: contact.id });
  });
  bus.within(ContactTracesErasing, ({ db }, { traces }) => {
    for (const name of traces.names) execute(db, sql.deliveriesNaming, { name });
  });
}

/** Deletes the finished deliveries of a ticket together with its messages. */
export const forgetDeliveries = (unit: TenantUnit, ticketId: number): void =>
  void execute(unit.db, sql.finishedOfTicket, { ticketId });
