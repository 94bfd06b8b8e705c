import { ContactErasing, ContactTracesErasing } from "#people/contacts/events.ts";
import { run } from "#platform/db/database.ts";
import type { Installation } from "#tenants/installation.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

const DELIVERIES = "DELETE FROM integration_delivery WHERE instr(body, ?1) > 0 OR instr(answer, ?1) > 0";
// Whose contract was unblocked and which bills were looked up, by the attendances it happened in.
const OF_TICKETS = ["trust_unblock", "billing_lookup"].map(
  (table) => `DELETE FROM ${table} WHERE ticket_id IN (SELECT id FROM ticket WHERE contact_id = ?)`,
);
const FORGET_TOLD = "DELETE FROM integration_delivery WHERE ticket_id = ? AND state IN ('done', 'failed')";

/** What integrations were told about an erased person, and asked for them, goes with the person. */
export function eraseDeliveries({ bus }: Installation): void {
  bus.within(ContactErasing, ({ db }, { contact }) => {
    for (const sql of OF_TICKETS) run(db, sql, contact.id);
  });
  bus.within(ContactTracesErasing, ({ db }, { traces }) => {
    for (const name of traces.names) run(db, DELIVERIES, name);
  });
}

/** What was delivered about a ticket keeps its words no longer than the ticket does. */
export const forgetDeliveries = (unit: TenantUnit, ticketId: number): void =>
  void run(unit.db, FORGET_TOLD, ticketId);
